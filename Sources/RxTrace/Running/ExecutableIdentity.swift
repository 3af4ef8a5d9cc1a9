import Foundation

/// What tells one build of the running program from another.
public enum ExecutableIdentity {
  /// A hash of the executable's contents; empty where it cannot be read.
  public static let current: String = {
    var hash = ContentHash()
    guard let path = Bundle.main.executablePath, (try? hash.add(contentsOf: path)) != nil else { return "" }
    return hash.text
  }()
}

/// Names for folders in a cache.
public enum ContentName {
  /// The same short name for the same text, another for another.
  public static func short(_ text: String) -> String {
    var hash = ContentHash()
    hash.add(text)
    return String(hash.text.prefix(16))
  }
}
