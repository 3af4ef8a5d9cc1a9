import Foundation

/// Modules that only Apple's systems have, for messages about code that needs them.
enum AppleModules {
  static let names: Set<String> = [
    "AppKit", "ARKit", "AVFoundation", "AVKit", "AuthenticationServices", "CloudKit", "Cocoa", "Combine", "Contacts",
    "CoreBluetooth", "CoreData", "CoreGraphics", "CoreImage", "CoreLocation", "CoreML", "CoreMotion", "CoreTelephony",
    "CryptoKit", "Darwin", "EventKit", "GameKit", "HealthKit", "LocalAuthentication", "MapKit", "MessageUI", "Metal",
    "MetalKit", "Network", "ObjectiveC", "OSLog", "PDFKit", "Photos", "PhotosUI", "QuartzCore", "QuickLook",
    "SafariServices", "SceneKit", "Security", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI", "SystemConfiguration",
    "UIKit", "UserNotifications", "Vision", "WatchKit", "WebKit", "WidgetKit", "os",
  ]

  #if os(Linux)
    private static let system: String? = "Linux"
  #elseif os(Windows)
    private static let system: String? = "Windows"
  #else
    private static let system: String? = nil
  #endif

  /// `UIKit is part of Apple's systems, and this machine is Linux`; nil if none of the modules is one of Apple's, or this
  /// machine is Apple's.
  static func remark(on modules: some Sequence<String>) -> String? {
    let missing = modules.filter(names.contains).sorted()
    guard let system, !missing.isEmpty else { return nil }
    let verb = missing.count == 1 ? "is" : "are"
    return "\(missing.joined(separator: ", ")) \(verb) part of Apple's systems, and this machine is \(system)"
  }

  /// The advice for a file that was to be traced.
  /// - Parameter diagnostics: the compiler's messages.
  static func remark(onFileWith diagnostics: String) -> String? {
    let modules = Set(diagnostics.matches(of: /error: no such module '(\w+)'/).map { String($0.1) })
    return remark(on: modules).map {
      "\($0); move the code that does not need it into a file of its own, and trace that file"
    }
  }

  /// The targets of a package that need none of these modules, neither themselves nor through targets that they depend
  /// on. An import between `#if` and `#endif` does not count.
  static func targetsWithout(_ description: PackageDescription, root: String) -> [PackageDescription.Target] {
    let needing = Set(description.targets.filter { needsApple($0, root) }.map(\.name))
    let targets = Dictionary(description.targets.map { ($0.name, $0) }) { first, _ in first }
    func isFree(_ name: String, _ seen: inout Set<String>) -> Bool {
      guard seen.insert(name).inserted, let target = targets[name] else { return true }
      return !needing.contains(name) && (target.targetDependencies ?? []).allSatisfy { isFree($0, &seen) }
    }
    return description.targets.filter { target in
      var seen: Set<String> = []
      return isFree(target.name, &seen)
    }
  }

  private static func needsApple(_ target: PackageDescription.Target, _ root: String) -> Bool {
    target.sources.filter { $0.hasSuffix(".swift") }.contains { file in
      let text = try? String(contentsOfFile: "\(root)/\(target.path)/\(file)", encoding: .utf8)
      return text.map { !imports(of: $0).isDisjoint(with: names) } ?? false
    }
  }

  // `@testable import Model`, `import class Foundation.NSObject`.
  nonisolated(unsafe) private static let importedModule =
    /(?:@\w+(?:\(\w+\))?\s+|public\s+|internal\s+)*import\s+(?:(?:struct|class|enum|protocol|func|typealias)\s+)?(\w+)/

  /// The modules that a file imports on every system.
  static func imports(of text: String) -> Set<String> {
    var depth = 0
    var modules: Set<String> = []
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " || $0 == "\t" }
      if line.hasPrefix("#if") { depth += 1 }
      if line.hasPrefix("#endif") { depth -= 1 }
      if depth == 0, let match = line.prefixMatch(of: importedModule) { modules.insert(String(match.1)) }
    }
    return modules
  }
}
