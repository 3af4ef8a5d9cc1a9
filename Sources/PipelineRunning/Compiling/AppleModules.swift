import Foundation

/// Modules that only Apple's systems have, for messages about code that needs them.
enum AppleModules {
  /// The frameworks of the SDKs that come with Xcode, and the other modules that programs import from there: those that
  /// Swift's own packages for Linux and Windows lack.
  static let names: Set<String> = [
    "ARKit", "AVFAudio", "AVFoundation", "AVKit", "AVRouting", "Accelerate", "Accessibility", "Accounts", "ActivityKit",
    "AdAttributionKit", "AdServices", "AdSupport", "AddressBook", "AddressBookUI", "AppClip", "AppIntents", "AppKit",
    "AppTrackingTransparency", "AppleArchive", "ApplicationServices", "AssetsLibrary", "AudioToolbox", "AudioUnit",
    "AuthenticationServices", "AutomaticAssessmentConfiguration", "Automator", "BackgroundAssets", "BackgroundTasks",
    "BrowserEngineCore", "BrowserEngineKit", "BusinessChat", "CFNetwork", "CallKit", "CarPlay", "Carbon", "Charts",
    "Cinematic", "ClassKit", "ClockKit", "CloudKit", "Cocoa", "Collaboration", "ColorSync", "Combine", "CommonCrypto",
    "Compression", "Contacts", "ContactsUI", "CoreAudio", "CoreAudioKit", "CoreAudioTypes", "CoreBluetooth", "CoreData",
    "CoreGraphics", "CoreHaptics", "CoreImage", "CoreLocation", "CoreLocationUI", "CoreMIDI", "CoreML", "CoreMedia",
    "CoreMediaIO", "CoreMotion", "CoreNFC", "CoreServices", "CoreSpotlight", "CoreTelephony", "CoreText",
    "CoreTransferable", "CoreVideo", "CoreWLAN", "CreateML", "CreateMLComponents", "CryptoKit", "CryptoTokenKit",
    "Darwin", "DataDetection", "DeveloperToolsSupport", "DeviceActivity", "DeviceCheck", "DeviceDiscoveryExtension",
    "DiskArbitration", "DockKit", "DriverKit", "EndpointSecurity", "EventKit", "EventKitUI", "ExceptionHandling",
    "ExecutionPolicy", "ExposureNotification", "ExtensionFoundation", "ExtensionKit", "ExternalAccessory", "FSKit",
    "FamilyControls", "FileProvider", "FileProviderUI", "FinderSync", "ForceFeedback", "FoundationModels", "GLKit",
    "GLUT", "GSS", "GameController", "GameKit", "GameplayKit", "GroupActivities", "HealthKit", "HealthKitUI", "HomeKit",
    "Hypervisor", "IOBluetooth", "IOBluetoothUI", "IOKit", "IOSurface", "IOUSBHost", "IdentityLookup",
    "IdentityLookupUI", "ImageCaptureCore", "ImageIO", "ImagePlayground", "InputMethodKit", "InstallerPlugins",
    "Intents", "IntentsUI", "JavaScriptCore", "Kernel", "LDAP", "LatentSemanticMapping", "LinkPresentation",
    "LocalAuthentication", "LocalAuthenticationEmbeddedUI", "MLCompute", "MachO", "ManagedSettings",
    "ManagedSettingsUI", "MapKit", "MarketplaceKit", "Matter", "MatterSupport", "MediaAccessibility", "MediaExtension",
    "MediaLibrary", "MediaPlayer", "MediaToolbox", "MessageUI", "Messages", "Metal", "MetalFX", "MetalKit",
    "MetalPerformanceShaders", "MetalPerformanceShadersGraph", "MetricKit", "MobileCoreServices", "ModelIO",
    "MultipeerConnectivity", "MusicKit", "NaturalLanguage", "NearbyInteraction", "NetFS", "Network", "NetworkExtension",
    "NewsstandKit", "NotificationCenter", "OSAKit", "OSLog", "ObjectiveC", "OpenAL", "OpenCL", "OpenDirectory",
    "OpenGL", "OpenGLES", "PCSC", "PDFKit", "PHASE", "ParavirtualizedGraphics", "PassKit", "PencilKit", "Photos",
    "PhotosUI", "PreferencePanes", "ProximityReader", "PushKit", "PushToTalk", "QTKit", "Quartz", "QuartzCore",
    "QuickLook", "QuickLookThumbnailing", "QuickLookUI", "RealityFoundation", "RealityKit", "ReplayKit", "RoomPlan",
    "SMS", "SafariServices", "SafetyKit", "SceneKit", "ScreenCaptureKit", "ScreenSaver", "ScreenTime",
    "ScriptingBridge", "SecureElementCredential", "Security", "SecurityFoundation", "SecurityInterface",
    "SensitiveContentAnalysis", "SensorKit", "ServiceManagement", "ShazamKit", "Social", "SoundAnalysis", "Spatial",
    "Speech", "SpriteKit", "StickerKit", "StoreKit", "StoreKitTest", "SwiftData", "SwiftUI", "Symbols", "SyncServices",
    "SystemConfiguration", "SystemExtensions", "TVMLKit", "TVServices", "TVUIKit", "TabularData", "ThreadNetwork",
    "TipKit", "Translation", "Twitter", "UIKit", "UniformTypeIdentifiers", "UserNotifications", "UserNotificationsUI",
    "VideoDecodeAcceleration", "VideoSubscriberAccount", "VideoToolbox", "Virtualization", "Vision", "VisionKit",
    "WatchConnectivity", "WatchKit", "WeatherKit", "WebKit", "WidgetKit", "WorkoutKit", "XPC", "iAd", "iTunesLibrary",
    "libkern", "mach", "os", "simd", "vmnet",
  ]

  /// Folders and files of the SDKs' C headers that belong to no framework.
  private static let headers: Set<String> = [
    "Availability.h", "AvailabilityMacros.h", "CommonCrypto", "TargetConditionals.h", "libkern", "mach", "mach-o",
    "objc", "os", "xpc",
  ]

  /// `UIKit` for the compiler's message that it does not find `UIKit.UIViewController`, `objc/runtime.h` for one about that
  /// header; nil for any other message.
  static func missingModule(in message: some StringProtocol) -> String? {
    let message = String(message)
    if let match = message.firstMatch(of: /error: (?:no such module|missing required module) '(\w+)[\w.]*'/) {
      return String(match.1)
    }
    return message.firstMatch(of: /error: '([^']+\.h)' file not found/).map { String($0.1) }
  }

  private static func isApples(_ module: String) -> Bool {
    let first = String(module.prefix { $0 != "/" })
    return names.contains(first) || module.hasSuffix(".h") && headers.contains(first)
  }

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
    let missing = modules.filter(isApples).sorted()
    guard let system, !missing.isEmpty else { return nil }
    let verb = missing.count == 1 ? "is" : "are"
    return "\(missing.joined(separator: ", ")) \(verb) part of Apple's systems, and this machine is \(system)"
  }

  /// The advice to show for a file that could not be compiled for tracing.
  /// - Parameter diagnostics: the compiler's messages.
  static func remark(onFileWith diagnostics: String) -> String? {
    let modules = Set(diagnostics.split(separator: "\n").compactMap(missingModule))
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

  // The expression matches `@testable import Model` and `import class Foundation.NSObject`.
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
