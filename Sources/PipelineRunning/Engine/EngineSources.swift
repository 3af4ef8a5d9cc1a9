import Foundation
import RxTrace

/// The engine's sources, from which a package with RxSwift's products is made.
package struct EngineSources: Sendable {
  /// The folder that holds `Rx`, `TraceFormat` and the other parts.
  package let folder: URL
  /// The source of RxCocoa; nil for the engine's own part of it.
  var cocoa: CocoaSources?

  /// The parts that RxSwift's products are built from. `Scripts/install` has the same list.
  static let parts = ["Rx", "TraceFormat", "CPlatform", "RxTestCore", "RxTest", "RxBlocking", "OtherNames"]

  /// The sources that belong to the running executable.
  /// - Throws: ``PipelineError/missing(_:)``
  package static func current() throws -> EngineSources {
    guard let executable = Bundle.main.executablePath, let path = realPath(executable) else {
      throw PipelineError.missing("the path of this executable is unknown, so its engine cannot be found")
    }
    return try beside(executable: path)
  }

  /// - `PREFIX/bin/headwater` uses `PREFIX/share/headwater/Sources`
  /// - `.build/debug/headwater` uses the `Sources` of the checkout that it was built in
  static func beside(executable path: String) throws -> EngineSources {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "share/headwater/Sources")
    guard let found = ([installed] + foldersOfCheckouts(holding: folder)).first(where: isComplete) else {
      throw PipelineError.missing(
        """
        the sources of the Rx engine are missing: \(installed.path) does not have all of \(parts.joined(separator: ", "))
        install headwater again with `make install`, or run it from a checkout
        """)
    }
    return EngineSources(folder: found)
  }

  /// The folders named `Sources` above a build folder, and, if the build folder is elsewhere, in the checkout in which
  /// this file was compiled; innermost first.
  static func foldersOfCheckouts(holding folder: URL) -> [URL] {
    [folder, URL(fileURLWithPath: #filePath)].flatMap { start in
      var folder = start
      var found: [URL] = []
      while folder.path != "/" {
        folder = folder.deletingLastPathComponent()
        found.append(folder.appending(path: "Sources"))
      }
      return found
    }
  }

  private static func isComplete(_ folder: URL) -> Bool {
    parts.allSatisfy { access(folder.appending(path: $0).path, R_OK | X_OK) == 0 }
  }

  // MARK: The package

  /// A file of the package.
  struct File {
    /// The file's path in the package's `Sources`.
    var place: String
    var origin: String
  }

  /// The folders of our own part of RxCocoa, which would make the names of RxSwift's ambiguous.
  private static let ownCocoa = ["Rx/Cocoa/", "OtherNames/RxCocoa/"]

  private func files() throws -> [File] {
    let own = try Self.parts.flatMap { part in
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: part).path)
      return names.sorted().map { "\(part)/\($0)" }
    }
    let kept = own.filter { name in
      ["swift", "c", "h", "modulemap"].contains((name as NSString).pathExtension)
        && (cocoa == nil || !Self.ownCocoa.contains { name.hasPrefix($0) })
    }
    return try kept.map { File(place: $0, origin: folder.appending(path: $0).path) } + (cocoa?.files() ?? [])
  }

  /// Identifies the contents of the sources and of the package that is made from them.
  func key() throws -> String {
    var hash = ContentHash()
    hash.add(manifest("RxSwift"))
    for file in try files() {
      hash.add(file.place)
      try hash.add(contentsOf: file.origin)
    }
    return hash.text
  }

  /// Makes the package, unless the cache has it.
  /// - Parameter name: the name of its folder, from which SwiftPM takes its identity.
  /// - Returns: its folder.
  func package(named name: String, in cache: ProgramCache) throws -> URL {
    let entry = try cache.entry("engine-\(try key())-\(ContentName.short(name))") { entry in
      try write(to: entry.appending(path: name), named: name)
    }
    return entry.appending(path: name)
  }

  func write(to place: URL, named name: String) throws {
    let files = FileManager.default
    let sources = place.appending(path: "Sources")
    do {
      for file in try self.files() {
        let copy = sources.appending(path: file.place)
        try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.copyItem(atPath: file.origin, toPath: copy.path)
      }
      try manifest(name).write(to: place.appending(path: "Package.swift"), atomically: false, encoding: .utf8)
    } catch {
      throw SystemError.failed("\(place.path): the engine's package cannot be made: \(systemReason(error))")
    }
  }

  /// The products have RxSwift's names, the targets those of Headwater's own manifest.
  private func manifest(_ name: String) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription

    // Headwater's engine under the names of RxSwift's products. It is made by `headwater`, which replaces it as a whole.
    let products = ["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"]
    let settings: [SwiftSetting] = [.swiftLanguageMode(.v5), .define("TRACE_RESOURCES")]
    func part(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
      .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
    }
    func renaming(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
      part(name, dependencies, path: "Sources/OtherNames/\\(name)")
    }
    \(cocoa == nil ? Self.ownTarget : Self.targetsOfCheckout)

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
      products: products.flatMap { name -> [Product] in
        [.library(name: name, targets: [name]), .library(name: name + "-Dynamic", type: .dynamic, targets: [name])]
      },
      targets: [
        .target(name: "TraceFormat"),
        .target(name: "CPlatform"),
        part("Rx", ["TraceFormat", "CPlatform"]),
        renaming("RxSwift", ["Rx"]),
        renaming("RxRelay", ["Rx", "RxSwift"]),
        part("RxTestCore", ["Rx", "RxSwift", "CPlatform"]),
        part("RxTest", ["Rx", "RxTestCore", "RxSwift"]),
        part("RxBlocking", ["Rx", "CPlatform", "RxSwift"]),
      ] + cocoa,
      swiftLanguageModes: [.v6])

    """
  }

  private static let ownTarget = """
    let cocoa = [renaming("RxCocoa", ["Rx", "RxSwift", "RxRelay"])]
    """

  /// The part of RxCocoa in Objective-C is only for Apple's systems.
  private static let targetsOfCheckout = """
    #if canImport(Darwin)
      let runtime: Target.Dependency = .target(
        name: "RxCocoaRuntime", condition: .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]))
      let cocoa: [Target] = [.target(name: "RxCocoaRuntime"), part("RxCocoa", ["RxSwift", "RxRelay", runtime])]
    #else
      let cocoa = [part("RxCocoa", ["RxSwift", "RxRelay"])]
    #endif
    """
}
