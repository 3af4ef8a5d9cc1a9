import Foundation

/// What a build wrote and what it was made from, so that the next one does again only what has to be done.
///
/// It lies in the output folder, which it marks as one that may be replaced, and holds nothing that differs from one
/// machine or one run to another.
struct SiteManifest: Sendable {
  static let fileName = ".headwater-site"
  private static let heading = "Made by headwater; it may be replaced at any time.\n"

  /// Identifies the generator, the look and the settings.
  var key = ""
  var pages: [String: PageEntry] = [:]
  /// Every other file of the site, by its path.
  var outputs: [String: OutputEntry] = [:]

  struct PageEntry: Sendable {
    /// The hash of the Markdown file.
    var contentHash: String
    /// The hash of what stands around the text: titles of other pages, and the like.
    var frameHash: String
    var output: OutputEntry
    var frontMatter: FrontMatter
    var facts: PageFacts
  }

  struct OutputEntry: Equatable, Sendable {
    /// Identifies what the file is made from.
    var key: String
    /// The hash of the file's contents.
    var hash: String
  }
}

extension SiteManifest {
  /// The manifest of a built site; nil where there is none, or one that another version wrote.
  init?(in folder: URL) {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent(Self.fileName)) else { return nil }
    guard data.starts(with: Self.heading.utf8) else { return nil }
    var reader = ByteReader([UInt8](data)[Self.heading.utf8.count...])
    guard let manifest = try? SiteManifest(from: &reader), reader.isAtEnd else { return nil }
    self = manifest
  }

  /// Of all files that it tells of.
  var paths: Set<String> { Set(pages.keys).union(outputs.keys) }

  var file: [UInt8] {
    var writer = ByteWriter()
    writer.put(self)
    return Array(Self.heading.utf8) + writer.bytes
  }
}

extension SiteManifest: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    key = try reader.string()
    for entry in try reader.values(Named<PageEntry>.self) { pages[entry.name] = entry.value }
    for entry in try reader.values(Named<OutputEntry>.self) { outputs[entry.name] = entry.value }
  }

  func write(to writer: inout ByteWriter) {
    writer.put(key)
    writer.put(pages.sorted { $0.key < $1.key }.map { Named(name: $0.key, value: $0.value) })
    writer.put(outputs.sorted { $0.key < $1.key }.map { Named(name: $0.key, value: $0.value) })
  }

  private struct Named<Value: ByteCodable>: ByteCodable {
    var name: String
    var value: Value

    init(name: String, value: Value) {
      self.name = name
      self.value = value
    }

    init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
      name = try reader.string()
      value = try Value(from: &reader)
    }

    func write(to writer: inout ByteWriter) {
      writer.put(name)
      writer.put(value)
    }
  }
}

extension SiteManifest.PageEntry: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    contentHash = try reader.string()
    frameHash = try reader.string()
    output = try SiteManifest.OutputEntry(from: &reader)
    frontMatter = try FrontMatter(from: &reader)
    facts = try PageFacts(from: &reader)
  }

  func write(to writer: inout ByteWriter) {
    writer.put(contentHash)
    writer.put(frameHash)
    writer.put(output)
    writer.put(frontMatter)
    writer.put(facts)
  }
}

extension SiteManifest.OutputEntry: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    key = try reader.string()
    hash = try reader.string()
  }

  func write(to writer: inout ByteWriter) {
    writer.put(key)
    writer.put(hash)
  }
}

extension FrontMatter: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    title = try reader.string()
    summary = try reader.string()
    date = try reader.string()
    order = Double(try reader.string())
  }

  func write(to writer: inout ByteWriter) {
    writer.put(title)
    writer.put(summary)
    writer.put(date)
    writer.put(order.map { "\($0)" } ?? "")
  }
}
