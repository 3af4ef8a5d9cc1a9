import Foundation
import RxTrace

extension URL {
  /// A hash of the file's contents; nil if it cannot be read.
  var contentHash: String? { ContentHash.text(ofFile: path) }
}

extension ContiguousBytes {
  var contentHash: String {
    var hash = ContentHash()
    withUnsafeBytes { hash.add($0) }
    return hash.text
  }
}
