import Foundation
import RxTrace

/// A file of the site other than a page of the content, made again if its inputs have changed.
struct SiteFile: Sendable {
  /// The file's path in the site.
  var path: String
  /// The name of the input in messages.
  var origin: String
  /// A key that changes when the inputs do.
  var key: String
  var make: @Sendable () throws -> [UInt8]

  init(path: String, origin: String, key: String, make: @escaping @Sendable () throws -> [UInt8]) {
    self.path = path
    self.origin = origin
    self.key = key
    self.make = make
  }

  /// A copy of a file.
  /// - Parameter key: The hash of its contents if that is known.
  init(copying url: URL, to path: String, key: String? = nil) {
    self.init(path: path, origin: url.relativePath, key: key ?? url.contentHash ?? "") {
      guard let bytes = [UInt8](contentsOfFile: url.path) else {
        throw SiteSetupError("\(url.relativePath): cannot be read")
      }
      return bytes
    }
  }
}
