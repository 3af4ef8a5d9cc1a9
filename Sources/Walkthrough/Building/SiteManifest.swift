import Foundation
import RxTrace

/// What a build wrote and what it was made from, so that the next one does again only what has to be done.
///
/// It is kept apart from the site, which must hold nothing that differs from one machine to another, under the digest of
/// the site that it tells of. The site carries that digest in a file that also marks the folder as one that may be
/// replaced: so a site that something else has changed, or that was not finished, finds no manifest.
struct SiteManifest: Sendable {
  static let markName = ".headwater-site"
  private static let heading = "Made by headwater; it may be replaced at any time.\n"
  private static let version = "headwater manifest 1\n"
  /// Manifests that are kept; the ones longest unused go first.
  private static let capacity = 64

  /// Identifies the generator, the look and the settings.
  var key = ""
  /// The digest of the site that this was read for; empty for one that was made anew.
  private(set) var readDigest = ""
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
  /// The manifest of a built site; nil where there is none, or none that this version can read.
  init?(of output: URL, in cache: URL) {
    let mark = output.appendingPathComponent(Self.markName)
    guard let text = try? String(contentsOf: mark, encoding: .utf8), text.hasPrefix(Self.heading) else { return nil }
    let digest = String(text.dropFirst(Self.heading.count).prefix { $0.isHexDigit })
    guard !digest.isEmpty, let data = try? Data(contentsOf: cache.appendingPathComponent(digest)) else { return nil }
    guard data.starts(with: Self.version.utf8) else { return nil }
    var reader = ByteReader([UInt8](data)[Self.version.utf8.count...])
    guard let manifest = try? SiteManifest(from: &reader), reader.isAtEnd else { return nil }
    self = manifest
    readDigest = digest
  }

  /// Identifies the contents of all files of the site.
  var digest: String {
    var hash = ContentHash()
    for path in pages.keys.sorted() { hash.add(path + pages[path]!.output.hash) }
    for path in outputs.keys.sorted() { hash.add(path + outputs[path]!.hash) }
    return hash.text
  }

  /// The file that a site with this digest carries.
  static func mark(_ digest: String) -> [UInt8] { Array((heading + digest + "\n").utf8) }

  /// Of all files that it tells of.
  var paths: Set<String> { Set(pages.keys).union(outputs.keys) }

  /// Keeps the manifest for the next build, under its digest. Where that is not possible, the next build makes everything
  /// again.
  func keep(in cache: URL, as digest: String) {
    var writer = ByteWriter()
    writer.put(self)
    let files = FileManager.default
    try? files.createDirectory(at: cache, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let bytes = Data(Self.version.utf8) + Data(writer.bytes)
    try? bytes.write(to: cache.appendingPathComponent(digest), options: .atomic)
    Self.removeOld(in: cache)
  }

  private static func removeOld(in cache: URL) {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: cache.path)) ?? []
    guard names.count > capacity else { return }
    let dated = names.map { name -> (url: URL, date: Date) in
      let url = cache.appendingPathComponent(name)
      let date = (try? files.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
      return (url, date ?? .distantPast)
    }
    for old in dated.sorted(by: { $0.date > $1.date }).dropFirst(capacity) { try? files.removeItem(at: old.url) }
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
    writer.put(pages.map { Named(name: $0.key, value: $0.value) })
    writer.put(outputs.map { Named(name: $0.key, value: $0.value) })
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
    group = try reader.string()
    date = try reader.string()
    order = Double(try reader.string())
  }

  func write(to writer: inout ByteWriter) {
    writer.put(title)
    writer.put(summary)
    writer.put(group)
    writer.put(date)
    writer.put(order.map { "\($0)" } ?? "")
  }
}
