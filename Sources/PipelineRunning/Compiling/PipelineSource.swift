import Foundation
import RxTrace
import TraceFormat

/// A pipeline's files, read and found to be Swift source.
struct PipelineSource {
  struct File {
    /// The path as the user gave it, which compiler messages contain.
    let path: String
    let text: String
    /// Whether the file is made in the folder where the program is.
    var isGenerated = false
  }

  private(set) var files: [File]
  /// The name of the whole in messages.
  let name: String
  /// The name of the program's file: `hello` for `hello.swift`.
  let programName: String
  /// The names of the files that are the user's, as debug information has them.
  let ownNames: [String]
  /// The source that is not in a file of the user's.
  private var generated: GeneratedFile?

  /// - Throws: ``PipelineError/unreadable(file:reason:)``, ``PipelineError/notSource(file:reason:)``
  init(path: String) throws { try self.init(paths: [path]) }

  /// - Throws: ``PipelineError/unreadable(file:reason:)``, ``PipelineError/notSource(file:reason:)``
  init(paths: [String]) throws {
    let files = try paths.map { File(path: $0, text: try Self.text(ofFile: $0)) }
    guard files.contains(where: { !$0.text.isBlank }) else {
      throw PipelineError.notSource(file: paths[0], reason: "is empty; there is nothing to run")
    }
    name = paths[0]
    ownNames = paths
    programName = Self.programName(ofFile: paths[0])
    guard let other = files.first(where: { !$0.path.hasSuffix(".swift") }) else {
      self.files = files
      return
    }
    // The compiler would take a file with another ending for something to link.
    guard files.count == 1 else {
      throw PipelineError.notSource(
        file: other.path, reason: "its name does not end in .swift, which the compiler needs for several files")
    }
    // A script may have any name.
    let ending = other.path.split(separator: "/").last?.split(separator: ".").dropFirst().last
    if let ending, !other.text.hasPrefix("#!") {
      throw PipelineError.notSource(
        file: other.path, reason: "its name ends in .\(ending); Swift source is in a file whose name ends in .swift")
    }
    let generated = GeneratedFile(other.text, name: other.path)
    self.generated = generated
    self.files = [Self.mainFile(generated)]
  }

  /// The name is found without a URL, because making one takes longer than reading a pipeline.
  private static func programName(ofFile path: String) -> String {
    let file = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return name.isEmpty || name.hasPrefix(".") ? "pipeline" : String(name)
  }

  private init(_ generated: GeneratedFile, besides: [File] = []) {
    files = [Self.mainFile(generated)] + besides
    name = generated.name
    ownNames = [name]
    programName = "pipeline"
    self.generated = generated
  }

  private static func mainFile(_ generated: GeneratedFile) -> File {
    File(path: "main.swift", text: generated.text, isGenerated: true)
  }

  /// The compiler's messages, with the file names and line numbers of the user's text.
  func asWritten(_ diagnostics: String, in folder: URL) -> String {
    generated?.asWritten(diagnostics, path: folder.appending(path: "main.swift").path) ?? diagnostics
  }

  /// The possible readings of standard input: a text that imports nothing is read like one on the command line.
  static func standardInput() throws -> [PipelineSource] {
    let data = try? FileHandle.standardInput.readToEnd()
    let text = try text(from: data ?? Data(), name: "standard input")
    guard !text.isBlank else {
      throw PipelineError.notSource(file: "standard input", reason: "is empty; there is nothing to run")
    }
    let isWhole = text.split(separator: "\n").contains { $0.contains(#/\bimport\s+\w/#) }
    return isWhole ? [PipelineSource(GeneratedFile(text, name: "stdin"))] : try readings(of: text, name: "stdin")
  }

  /// A source whose text stands for a file of that name.
  /// - Throws: ``PipelineError/notSource(file:reason:)`` if it is empty.
  static func named(_ name: String, _ text: String) throws -> PipelineSource {
    guard !text.isBlank else {
      throw PipelineError.notSource(file: name, reason: "is empty; there is nothing to run")
    }
    return PipelineSource(GeneratedFile(text, name: name))
  }

  /// The possible readings of a text on the command line, the likeliest first: an expression, whose events are printed, or
  /// statements. Only the compiler can tell for certain.
  static func readings(of text: String, name: String = "-e") throws -> [PipelineSource] {
    guard !text.isBlank else {
      throw PipelineError.notSource(file: name, reason: "is empty; there is nothing to run")
    }
    // The imports come after the text, so that they do not shift the lines in messages.
    let imports = "import Foundation\nimport Rx\n"
    let statements = PipelineSource(GeneratedFile(text, name: name, after: imports))
    let firstWord = text.drop(while: \.isWhitespace).prefix { $0.isLetter || $0 == "_" }
    guard !statementWords.contains(firstWord) else { return [statements] }
    let printer = File(path: "EventPrinter.swift", text: eventPrinter, isGenerated: true)
    // The call has a line of the text too, because it is what subscribes.
    let call = "#sourceLocation(file: \(name.debugDescription), line: 1)\nsubscribe {\n"
    let expression = GeneratedFile(text, name: name, before: call, after: "#sourceLocation()\n}\n" + imports)
    return [PipelineSource(expression, besides: [printer]), statements]
  }

  private static let statementWords: Set<Substring> = [
    "let", "var", "func", "class", "struct", "enum", "actor", "protocol", "extension", "typealias", "import", "final",
    "for", "while", "repeat", "guard", "defer", "_",
  ]

  /// Subscribes to the value of an expression, and runs the main queue until the sequence has ended.
  ///
  /// Its lines have a name in angle brackets, as those that the compiler makes have, so that no reader of a recording takes
  /// them for the user's.
  private static let eventPrinter = """
    #sourceLocation(file: "<event printer>", line: 1)
    import Foundation
    import Rx

    func subscribe<Source: ObservableConvertibleType>(_ source: () throws -> Source) rethrows {
      let end = DispatchSemaphore(value: 0)
      _ = try source().asObservable().subscribe { event in
        print(event)
        if event.isStopEvent { end.signal() }
      }
      while end.wait(timeout: .now()) == .timedOut {
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005))
      }
    }

    /// The effect of any other value is its evaluation.
    @_disfavoredOverload
    func subscribe<Value>(_ value: () throws -> Value) rethrows { _ = try value() }

    """

  /// The same files, with the file that has top-level code as the main file, because its name does not make it that.
  func beginning(in path: String) -> PipelineSource {
    var changed = self
    changed.files = files.map { file in
      guard file.path == path else { return file }
      let generated = GeneratedFile(file.text, name: path)
      changed.generated = generated
      return Self.mainFile(generated)
    }
    return changed
  }

  /// The source that is not in a file of the user's, by the name that messages and debug information give it.
  var textsWithoutFile: [String: String] { generated.map { [$0.name: $0.written] } ?? [:] }

  var text: String { files.map(\.text).joined(separator: "\n") }

  private static func text(ofFile path: String) throws -> String {
    guard let bytes = [UInt8](contentsOfFile: path) else { throw whyUnreadable(path) }
    return try text(from: bytes, name: path)
  }

  private static func whyUnreadable(_ path: String) -> PipelineError {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return .unreadable(file: path, reason: systemMessage() + nearestFile(to: path))
    }
    // A pipe or a device cannot be read twice, and may never end.
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .unreadable(file: path, reason: "it is a folder; give a Swift file")
    default: return .unreadable(file: path, reason: "it is not a regular file; - reads standard input")
    }
    guard access(path, R_OK) == 0 else { return .unreadable(file: path, reason: systemMessage()) }
    return .unreadable(file: path, reason: "it cannot be read")
  }

  private static func text(from bytes: some Sequence<UInt8>, name: String) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PipelineError.notSource(file: name, reason: whyNotText(bytes, name))
    }
    return text
  }

  private static func whyNotText(_ bytes: some Sequence<UInt8>, _ name: String) -> String {
    if bytes.starts(with: TraceFormat.magic) { return "is a recording; headwater show shows it" }
    return access(name, X_OK) == 0 ? "is not UTF-8 text; a program is named after --" : "is not UTF-8 text"
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
