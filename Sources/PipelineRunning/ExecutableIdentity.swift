import Foundation
import RxTrace

/// Distinguishes builds of the running program.
public enum ExecutableIdentity {
  /// A hash of the executable's contents; empty if it cannot be read.
  public static let current: String = {
    var hash = ContentHash()
    guard let path = Bundle.main.executablePath, (try? hash.add(contentsOf: path)) != nil else { return "" }
    return hash.text
  }()
}

/// Names for folders in a cache.
public enum ContentName {
  /// A short name for a text; equal texts have equal names.
  public static func short(_ text: String) -> String {
    var hash = ContentHash()
    hash.add(text)
    return String(hash.text.prefix(16))
  }
}
