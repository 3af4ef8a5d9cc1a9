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
