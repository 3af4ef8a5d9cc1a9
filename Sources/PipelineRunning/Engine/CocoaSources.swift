import Foundation
import RxTrace

/// RxCocoa's sources in the user's own checkout of RxSwift.
///
/// The engine has RxCocoa's traits, and none of its parts for UIKit and AppKit. With a checkout at hand, the package that
/// takes the place of RxSwift has all of RxCocoa, from the checkout, in the place of the engine's own part.
struct CocoaSources: Equatable, Sendable {
  /// The checkout.
  let checkout: String

  /// The environment variable that names a checkout.
  static let variable = "HEADWATER_RXCOCOA"
  static let address = "https://github.com/ReactiveX/RxSwift.git"

  /// - Parameter folder: the folder as the user wrote it.
  /// - Throws: ``PipelineError/unreadable(file:reason:)`` if it is not a checkout of RxSwift
  init(checkout folder: String) throws {
    guard let path = realPath(folder), Self.isCheckout(path) else {
      throw PipelineError.unreadable(
        file: folder,
        reason: """
          \(Self.variable) names it, and it is not a checkout of RxSwift: it has no RxCocoa/Traits
            give the folder of one; this makes one: git clone \(Self.address)
          """)
    }
    checkout = path
  }

  private init(known path: String) { checkout = path }

  /// Whether a folder is a checkout of RxSwift, and not the engine's own package, whose folder has the same name.
  private static func isCheckout(_ folder: String) -> Bool {
    ["RxCocoa/Traits", "RxCocoa/Runtime/include"].allSatisfy { access("\(folder)/\($0)", R_OK | X_OK) == 0 }
  }

  // MARK: Finding

  #if canImport(Darwin)
    private static let isOnApples = true
  #else
    private static let isOnApples = false
  #endif

  /// The checkout that the environment names, or, on Apple's systems, the checkout of the package itself.
  /// - Parameter packages: the packages that are built.
  /// - Throws: ``PipelineError/unreadable(file:reason:)``
  static func find(
    for packages: LocalPackages, environment: [String: String] = ProcessInfo.processInfo.environment,
    searches: Bool = isOnApples
  ) throws -> CocoaSources? {
    if let folder = environment[variable], !folder.isEmpty { return try CocoaSources(checkout: folder) }
    guard searches else { return nil }
    let folders = packages.manifests.map(\.folder)
    let fetched = folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/.build/checkouts")) ?? []
      return names.sorted().map { "\(folder)/.build/checkouts/\($0)" }
    }
    guard (folders + fetched).contains(where: { PackageManifest(folder: $0)?.usesCocoa == true }) else { return nil }
    return (folders + fetched).first(where: isCheckout).map(CocoaSources.init(known:))
  }

  /// The command to type when a package cannot be built with the engine's own part of RxCocoa; nil if the failed build has
  /// another reason.
  /// - Parameter root: the package's folder.
  static func remark(
    onFailedBuildOf root: String, with cocoa: CocoaSources?, isOnApples: Bool = isOnApples
  ) -> String? {
    guard isOnApples, cocoa == nil, PackageManifest(folder: root)?.usesCocoa == true else { return nil }
    return """
      RxCocoa is Headwater's own part of it here, without UIKit and AppKit: there is no checkout of RxSwift to take it from
        this makes one: swift package resolve --package-path \(root)
        one that is elsewhere can be named: \(variable)=FOLDER, such as the SourcePackages/checkouts/RxSwift of Xcode
      """
  }

  // MARK: Files

  /// The files of the targets RxCocoa and RxCocoaRuntime, by their places in `Sources`.
  func files() throws -> [EngineSources.File] {
    let folder = URL(fileURLWithPath: checkout).appending(path: "RxCocoa")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().compactMap { name in
      let isRuntime = name.hasPrefix("Runtime/")
      guard (isRuntime ? ["m", "h"] : ["swift"]).contains((name as NSString).pathExtension) else { return nil }
      let place = isRuntime ? "RxCocoaRuntime" + name.dropFirst("Runtime".count) : "RxCocoa/" + name
      // Some files are links to files of RxSwift's other folders.
      return EngineSources.File(place: place, origin: folder.appending(path: name).resolvingSymlinksInPath().path)
    }
  }
}
