/// Something that a page reads besides its own text.
enum Dependency: Hashable, Sendable {
  /// All the sources that excerpts are taken from.
  case sources
  /// A pipeline, compiled and run.
  case pipeline(PipelineCommand)
  /// The kind of thing that a path in the content folder leads to.
  case target(String)
  /// The contents of a file in the content folder.
  case contents(String)
  /// The set of pages that there are.
  case pages
  /// Some pages of a folder, with their titles and summaries.
  case list(PageList)
  /// The pages that readers of a language go through one after the other, with the time that each takes.
  case path(language: String)
}

/// Something that a page read, with the key that it had then. The page is rendered again if the key has changed.
struct ReadDependency: Hashable, Sendable {
  var dependency: Dependency
  var key: String
}

extension ReadDependency: Comparable {
  static func < (left: ReadDependency, right: ReadDependency) -> Bool { left.dependency < right.dependency }
}

extension Dependency: Comparable {
  static func < (left: Dependency, right: Dependency) -> Bool {
    let (left, right) = (left.fields, right.fields)
    return left.kind == right.kind ? left.texts.lexicographicallyPrecedes(right.texts) : left.kind < right.kind
  }
}

// MARK: In the manifest

extension Dependency: ByteCodable {
  /// The case's number, and its payload as texts.
  private var fields: (kind: Int, texts: [String]) {
    switch self {
    case .sources: (0, [])
    case .pipeline(let command): (Self.kind(command.form), Self.texts(command))
    case .target(let path): (2, [path])
    case .contents(let path): (3, [path])
    case .pages: (4, [])
    case .path(let language): (6, [language])
    case .list(let list): (5, [list.language, list.folder] + (list.group.map { [$0] } ?? []))
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    let kind = try reader.int()
    let texts: [String] = try reader.values()
    switch (kind, texts.count) {
    case (0, 0): self = .sources
    case (1, 1...): self = .pipeline(Self.command(texts, .pipeline))
    case (7, 1...): self = .pipeline(Self.command(texts, .program))
    case (8, 1...): self = .pipeline(Self.command(texts, .fixedProgram))
    case (9, 2...):
      let arguments = Array(texts.dropFirst(2))
      self = .pipeline(PipelineCommand(path: texts[0], changedTo: texts[1], arguments: arguments))
    case (2, 1): self = .target(texts[0])
    case (3, 1): self = .contents(texts[0])
    case (4, 0): self = .pages
    case (5, 2...3):
      self = .list(PageList(folder: texts[1], group: texts.count == 3 ? texts[2] : nil, language: texts[0]))
    case (6, 1): self = .path(language: texts[0])
    default: throw ByteReader.Damaged()
    }
  }

  private static func kind(_ form: PipelineCommand.Form) -> Int {
    switch form {
    case .pipeline: 1
    case .program: 7
    case .fixedProgram: 8
    case .changed: 9
    }
  }

  private static func texts(_ command: PipelineCommand) -> [String] {
    [command.path] + (command.form == .changed ? [command.changedText] : []) + command.arguments
  }

  private static func command(_ texts: [String], _ form: PipelineCommand.Form) -> PipelineCommand {
    PipelineCommand(path: texts[0], arguments: Array(texts.dropFirst()), form: form)
  }

  func write(to writer: inout ByteWriter) {
    let (kind, texts) = fields
    writer.put(kind, texts)
  }
}

extension ReadDependency: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    self.init(dependency: try reader.next(), key: try reader.next())
  }

  func write(to writer: inout ByteWriter) { writer.put(dependency, key) }
}
