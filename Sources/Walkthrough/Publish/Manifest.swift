import Foundation
import RxTrace
import Synchronization

/// The outputs of a build and their inputs, so that the next build makes only outputs whose inputs have changed.
///
/// A manifest is kept apart from the site, which must not contain anything that differs between machines, under the
/// digest of the site. The site carries that digest in a file that also marks the folder as replaceable. So there is no
/// manifest for a site that is unfinished or was changed by something else.
struct Manifest: Codable, Sendable {
  static let markName = ".headwater-site"
  private static let heading = "Made by headwater; it may be replaced at any time.\n"
  /// The most manifests that are kept; the longest unused are removed first.
  private static let capacity = 64

  /// A key of the generator, the theme and the settings.
  var key = ""
  /// The digest of the site, under which the manifest is kept; empty for a site that is being made.
  private(set) var keptAs = ""
  var pages: [String: PageEntry] = [:]
  /// Every other file of the site, by its path.
  var outputs: [String: OutputEntry] = [:]

  private enum CodingKeys: CodingKey { case key, pages, outputs }
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
    guard let text = try? Data(contentsOf: cache.appendingPathComponent(digest)),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: text)
    else { return nil }
    self = manifest
    keptAs = digest
  }

  /// Computes the digest of all files, once nothing in the site will change any more.
  mutating func finish() {
    var hash = ContentHash()
    for path in pages.keys.sorted() { hash.add(path + pages[path]!.output.hash) }
    for path in outputs.keys.sorted() { hash.add(path + outputs[path]!.hash) }
    keptAs = hash.text
  }

  /// The file that a site with this digest carries.
  static func mark(_ digest: String) -> [UInt8] { Array((heading + digest + "\n").utf8) }

  /// Whether all files of the manifest are in a folder.
  func isWhole(in folder: URL) -> Bool {
    let folder = folder.path + "/"
    func isThere(_ path: String) -> Bool { RelativePath.isInside(path) && access(folder + path, F_OK) == 0 }
    return pages.keys.allSatisfy(isThere) && outputs.keys.allSatisfy(isThere)
  }

  /// The paths of all files in the manifest.
  var paths: Set<String> { Set(pages.keys).union(outputs.keys) }

  /// Keeps the manifest for the next build. If that is not possible, the next build makes everything again.
  func keep(in cache: URL) {
    let files = FileManager.default
    try? files.createDirectory(at: cache, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? JSONEncoder().encode(self).write(to: cache.appendingPathComponent(keptAs), options: .atomic)
    removeOldest(in: cache, keeping: Self.capacity)
  }
}
