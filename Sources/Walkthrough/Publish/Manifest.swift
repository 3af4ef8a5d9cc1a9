import Foundation
import RxTrace
import Synchronization

/// The outputs of a build and their inputs, so that the next build makes only outputs again whose inputs have changed.
///
/// It is kept apart from the site, which must hold nothing that differs from one machine to another, under the digest
/// of the site that it tells of. The site carries that digest in a file that also marks the folder as one that may be
/// replaced: so a site that something else has changed, or that was not finished, finds no manifest.
struct Manifest: Sendable {
  static let markName = ".headwater-site"
  private static let heading = "Made by headwater; it may be replaced at any time.\n"
  private static let version = "headwater manifest 5\n"
  /// Manifests that are kept; the ones longest unused go first.
  private static let capacity = 64

  /// Identifies the generator, the theme and the settings.
  var key = ""
  /// The digest of the site that this tells of, under which it is kept; empty for one that is being made.
  private(set) var keptAs = ""
  var pages: [String: PageEntry] = [:]
  /// Every other file of the site, by its path.
  var outputs: [String: OutputEntry] = [:]
}

extension Manifest {
  /// The manifest of a built site; nil if there is none that this version can read.
  init?(of output: URL, in cache: URL, remembered: BuildMemory) {
    guard let digest = Self.digest(in: output) else { return nil }
    if let manifest = remembered.manifest(of: digest) {
      self = manifest
    } else {
      self.init(digest, in: cache)
    }
  }

  /// The digest that a site carries.
  private static func digest(in output: URL) -> String? {
    let mark = output.appendingPathComponent(markName)
    guard let text = try? String(contentsOf: mark, encoding: .utf8), text.hasPrefix(heading) else { return nil }
    let digest = String(text.dropFirst(heading.count).prefix { $0.isHexDigit })
    return digest.isEmpty ? nil : digest
  }

  private init?(_ digest: String, in cache: URL) {
    let file = cache.appendingPathComponent(digest).path
    guard let bytes = [UInt8](contentsOfFile: file), let body = Self.body(of: bytes) else { return nil }
    var reader = ByteReader(body)
    guard let manifest = try? Manifest(from: &reader), reader.isAtEnd else { return nil }
    self = manifest
    keptAs = digest
  }

  /// The bytes behind the version and the hash; nil for another version, and for a damaged file.
  private static func body(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let heading = Array(version.utf8)
    let start = heading.count + 33
    guard bytes.count >= start, bytes.starts(with: heading) else { return nil }
    let isWhole = bytes[heading.count..<start].elementsEqual((bytes[start...].contentHash + "\n").utf8)
    return isWhole ? bytes[start...] : nil
  }

  /// Notes that nothing will change any more. Its digest identifies the contents of all files of the site.
  mutating func finish() {
    var hash = ContentHash()
    for path in pages.keys.sorted() { hash.add(path + pages[path]!.output.hash) }
    for path in outputs.keys.sorted() { hash.add(path + outputs[path]!.hash) }
    keptAs = hash.text
  }

  /// The file that a site with this digest carries.
  static func mark(_ digest: String) -> [UInt8] { Array((heading + digest + "\n").utf8) }

  /// Whether all files that it tells of are in a folder.
  func isWhole(in folder: URL) -> Bool {
    let folder = folder.path + "/"
    func isThere(_ path: String) -> Bool { RelativePath.isInside(path) && access(folder + path, F_OK) == 0 }
    return pages.keys.allSatisfy(isThere) && outputs.keys.allSatisfy(isThere)
  }

  /// Of all files that it tells of.
  var paths: Set<String> { Set(pages.keys).union(outputs.keys) }

  /// Keeps the manifest for the next build. If that is not possible, the next build makes everything again.
  func keep(in cache: URL) {
    var writer = ByteWriter()
    writer.put(self)
    let files = FileManager.default
    try? files.createDirectory(at: cache, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let bytes = Array((Self.version + writer.bytes.contentHash + "\n").utf8) + writer.bytes
    // Nobody waits for the disk: a manifest that a power cut has spoilt is known by its hash.
    try? replaceFile(cache.appendingPathComponent(keptAs).path) { descriptor in
      if !bytes.write(to: descriptor) { throw SiteSetupError("\(cache.path): cannot be written") }
    }
    removeOldest(in: cache, keeping: Self.capacity)
  }
}

extension Manifest: ByteCodable {
  init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
    key = try reader.string()
    for entry in try reader.values(Named<PageEntry>.self) { pages[entry.name] = entry.value }
    for entry in try reader.values(Named<OutputEntry>.self) { outputs[entry.name] = entry.value }
  }

  func write(to writer: inout ByteWriter) {
    writer.put(
      key, pages.map { Named(name: $0.key, value: $0.value) }, outputs.map { Named(name: $0.key, value: $0.value) })
  }

  private struct Named<Value: ByteCodable>: ByteCodable {
    var name: String
    var value: Value

    init(name: String, value: Value) {
      self.name = name
      self.value = value
    }

    init(from reader: inout ByteReader) throws(ByteReader.Damaged) {
      self.init(name: try reader.next(), value: try reader.next())
    }

    func write(to writer: inout ByteWriter) { writer.put(name, value) }
  }
}
