import Foundation

/// The folder that the package was built into.
enum BuiltProducts {
  static let folder: URL = {
    #if os(macOS)
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL.deletingLastPathComponent()
    #else
      Bundle.main.bundleURL
    #endif
  }()
}
