import Foundation
import RxTrace

/// A package that is built in a folder of the cache, so that nothing is written into the package's own.
///
/// SwiftPM writes `Package.resolved` beside the manifest or, if it builds a workspace, beside the workspace. The
/// workspace has the package and, in the place of RxSwift, the engine as its root packages.
struct PackageWorkspace {
  /// The package's folder, as the user gave it.
  let package: String
  /// The package's folder without symbolic links.
  let root: String
  private let folder: URL
  private let cache: ProgramCache

  /// - Throws: ``PipelineError/unreadable(file:reason:)`` for a folder without a package, ``SystemError``
  init(of package: String, cache: ProgramCache) throws {
    guard access(package + "/Package.swift", R_OK) == 0, let root = realPath(package) else {
      throw PipelineError.unreadable(
        file: package, reason: "it is a folder without a Package.swift; give a Swift file, or a package's folder")
    }
    self.package = package
    self.root = root
    self.cache = cache
    folder = cache.folder.appending(path: "builds/" + ContentName.short(root))
  }

  private var workspace: URL { folder.appending(path: "Package.xcworkspace") }
  private var scratch: URL { folder.appending(path: "build") }

  /// The folder of the programs that were built.
  var products: URL { scratch.appending(path: "debug") }

  /// Whether the package has never been built.
  var isNew: Bool { access(products.path, F_OK) != 0 }

  func description() throws -> PackageDescription {
    try makeFolder()
    let text = try SwiftPackageManager.output(
      ["package", "--package-path", root, "--scratch-path", scratch.path, "describe", "--type", "json"],
      reading: package)
    // SwiftPM may print other lines before the JSON.
    let json = text.drop { $0 != "{" }
    do {
      return try JSONDecoder().decode(PackageDescription.self, from: Data(json.utf8))
    } catch {
      throw PipelineError.notSource(file: package, reason: "SwiftPM does not say what is in the package: \(error)")
    }
  }

  // MARK: The engine

  /// The package whose place the engine takes.
  struct Replacement: Equatable {
    /// The replaced package's identity.
    var identity: String
    var engine: EnginePackage
    /// The packages that asked for the replaced one, and their requirements, as text for people.
    var users: [String]
  }

  /// - Returns: nil if the package is built with Headwater itself, or the engine is not needed and not there.
  /// - Throws: ``PipelineError``
  func replacement() throws -> Replacement? {
    let packages = LocalPackages(root: root, checkouts: scratch.appending(path: "checkouts").path)
    guard !packages.haveHeadwater else { return nil }
    let homes = packages.homesOfRx
    guard homes.count < 2 else {
      throw PipelineError.notSource(
        file: package,
        reason: """
          RxSwift comes from several packages, and Headwater's Rx can take the place of only one: \
          \(homes.map { "\($0) (\(Self.names(packages.users(of: $0))))" }.joined(separator: ", "))
            let all of these packages depend on the same one
          """)
    }
    let identity = homes.first ?? "rxswift"
    guard PackageManifest.identity(of: root) != identity else {
      throw PipelineError.notSource(
        file: package,
        reason: """
          its folder has the name of the package that is to be replaced, so that SwiftPM would take it for that package
            give the folder another name; if it is RxSwift itself, trace a package that depends on it
          """)
    }
    let engine: EnginePackage
    do {
      let cocoa = try CocoaSources.find(for: packages)
      engine = try .make(named: identity == "rxswift" ? "RxSwift" : identity, cocoa: cocoa, in: cache)
    } catch PipelineError.missing(let reason) {
      if homes.isEmpty { return nil }
      throw PipelineError.missing(reason)
    }
    let users = packages.users(of: identity).map { Self.text(of: $0.dependency, in: $0.package) }
    return Replacement(identity: identity, engine: engine, users: users)
  }

  private static func names(_ users: [(package: PackageManifest, dependency: PackageManifest.Dependency)]) -> String {
    users.map { $0.package.displayName }.joined(separator: " and ")
  }

  /// `App (from: "6.5.0")`; with the location unless it is RxSwift's usual one.
  private static func text(of dependency: PackageManifest.Dependency, in package: PackageManifest) -> String {
    let isUsual =
      dependency.location.lowercased().hasSuffix("reactivex/rxswift.git")
      || dependency.location.lowercased().hasSuffix("reactivex/rxswift")
    let parts = [isUsual ? "" : dependency.location, dependency.requirement].filter { !$0.isEmpty }
    return parts.isEmpty ? package.displayName : "\(package.displayName) (\(parts.joined(separator: ", ")))"
  }

  // MARK: Building

  /// Builds the package; SwiftPM's progress and messages go to standard error.
  /// - Parameter arguments: further arguments of `swift build`.
  /// - Returns: the output, which says whether the package was built, and which modules were missing.
  func build(_ arguments: [String], with replacement: Replacement?) throws -> BuildOutput {
    try prepare(replacement)
    let output = BuildOutput()
    var process = try SwiftPackageManager.process(
      ["build"] + options + (replacement?.engine.arguments ?? []) + arguments)
    process.streams = .lines(to: output.take)
    process.forwardsSignals = true
    output.succeeded = try process.run().ending == .exited(0)
    output.finish()
    return output
  }

  /// The options by which SwiftPM finds the workspace.
  var options: [String] {
    ["--package-path", root, "--multiroot-data-file", workspace.path, "--scratch-path", scratch.path]
  }

  private func makeFolder() throws {
    let files = FileManager.default
    do {
      try files.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // The date says when the build was used last.
      utimes(folder.path, nil)
      removeOldest(
        in: folder.deletingLastPathComponent(), keeping: Self.capacity, unlessChangedWithin: Self.grace)
    } catch {
      throw SystemError.failed("\(folder.path): the folder cannot be made: \(systemReason(error))")
    }
  }

  /// The number of builds that are kept: each may have some hundred megabytes.
  private static let capacity = 12
  /// The seconds for which a build may still be in use after its last use.
  private static let grace: TimeInterval = 86_400

  private func prepare(_ replacement: Replacement?) throws {
    try makeFolder()
    do {
      let shared = workspace.appending(path: "xcshareddata/swiftpm")
      try FileManager.default.createDirectory(
        at: shared.appending(path: "configuration"), withIntermediateDirectories: true)
      try Self.put(
        Data(contents([root] + [replacement?.engine.folder.path].compactMap(\.self)).utf8),
        at: workspace.appending(path: "contents.xcworkspacedata"))
      for name in ["mirrors.json", "registries.json"] {
        let own = try? Data(contentsOf: URL(fileURLWithPath: "\(root)/.swiftpm/configuration/\(name)"))
        try Self.put(own, at: shared.appending(path: "configuration/\(name)"))
      }
      try copyPins(to: shared.appending(path: "Package.resolved"), without: replacement?.identity)
    } catch {
      throw SystemError.failed("\(folder.path): cannot be written: \(systemReason(error))")
    }
  }

  /// Writes a file unless its contents are equal already, so that SwiftPM does not read them again.
  private static func put(_ data: Data?, at place: URL) throws {
    guard let data else {
      try? FileManager.default.removeItem(at: place)
      return
    }
    if (try? Data(contentsOf: place)) != data { try data.write(to: place, options: .atomic) }
  }

  private func contents(_ roots: [String]) -> String {
    let files = roots.map { root in
      let path = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")].reduce(root) {
        $0.replacing($1.0, with: $1.1)
      }
      return "  <FileRef location=\"absolute:\(path)\"></FileRef>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Workspace version=\"1.0\">\n\(files.joined())</Workspace>\n"
  }

  /// Lets SwiftPM begin with the versions that the package was resolved to. It goes on with its own file until the package's
  /// file changes.
  private func copyPins(to place: URL, without identity: String?) throws {
    let given = try? Data(contentsOf: URL(fileURLWithPath: root + "/Package.resolved"))
    let taken = folder.appending(path: "Package.resolved.taken")
    guard let given, given != (try? Data(contentsOf: taken)) else { return }
    // A pin of the package that is replaced would make SwiftPM fetch it.
    guard let pins = PackagePins(given, without: identity) else { return }
    try Self.put(pins.data, at: place)
    try Self.put(given, at: taken)
  }
}

extension PackageManifest {
  var displayName: String { name ?? URL(fileURLWithPath: folder).lastPathComponent }
}

/// The contents of a `Package.resolved` without one package.
struct PackagePins {
  let data: Data

  /// - Returns: nil if the file has a form that is not known.
  init?(_ file: Data, without identity: String?) {
    guard var all = (try? JSONSerialization.jsonObject(with: file)) as? [String: Any] else { return nil }
    func kept(_ pins: Any?) -> [[String: Any]]? {
      (pins as? [[String: Any]])?.filter { pin in
        let place = (pin["identity"] ?? pin["repositoryURL"]) as? String ?? ""
        return PackageManifest.identity(of: place) != identity
      }
    }
    if let pins = kept(all["pins"]) {
      all["pins"] = pins
      // The hash of the dependencies is removed, because they are other ones now.
      all["originHash"] = nil
    } else if var object = all["object"] as? [String: Any], let pins = kept(object["pins"]) {
      object["pins"] = pins
      all["object"] = object
    } else {
      return nil
    }
    guard let data = try? JSONSerialization.data(withJSONObject: all, options: [.sortedKeys]) else { return nil }
    self.data = data
  }
}
