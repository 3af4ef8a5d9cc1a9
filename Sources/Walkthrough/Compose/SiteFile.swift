import Foundation
import RxTrace

/// A file of the site that is no page of the content, made when what it is made from has changed.
struct SiteFile: Sendable {
  /// Where it goes.
  var path: String
  /// What messages call what it is made from.
  var origin: String
  /// Identifies what it is made from.
  var key: String
  var make: @Sendable () throws -> [UInt8]

  init(path: String, origin: String, key: String, make: @escaping @Sendable () throws -> [UInt8]) {
    self.path = path
    self.origin = origin
    self.key = key
    self.make = make
  }

  /// A copy of a file.
  /// - Parameter key: The hash of its contents where that is known.
  init(copying url: URL, to path: String, key: String? = nil) {
    self.init(path: path, origin: url.relativePath, key: key ?? url.contentHash ?? "") {
      guard let bytes = [UInt8](contentsOfFile: url.path) else {
        throw SiteSetupError("\(url.relativePath): cannot be read")
      }
      return bytes
    }
  }
}

extension URL {
  /// A hash of the file's contents; nil where it cannot be read.
  var contentHash: String? { ContentHash.text(ofFile: path) }
}

extension ContiguousBytes {
  var contentHash: String {
    var hash = ContentHash()
    withUnsafeBytes { hash.add($0) }
    return hash.text
  }
}
