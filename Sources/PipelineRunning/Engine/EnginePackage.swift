import Foundation
import RxTrace

/// The package that is a second root of a build, in the place of RxSwift.
///
/// SwiftPM prefers a root package to every dependency of the same identity, however the dependency is spelled and whatever
/// version it asks for.
struct EnginePackage: Equatable {
  /// The package's folder, from whose name SwiftPM takes the package's identity.
  var folder: URL
  /// The arguments of `swift build` that the package needs.
  var arguments: [String] = []
  /// The checkout that RxCocoa comes from; nil for the engine's own part of it.
  var cocoa: CocoaSources?

  /// Whether the package is made of the engine's sources.
  var isCompiled: Bool { arguments.isEmpty }

  /// Makes the package, unless the cache has it, from the built engine, so that only RxTest has to be compiled. It uses
  /// the sources if the built engine is missing, is another compiler's, or has another RxCocoa than is wanted.
  /// - Parameter cocoa: the source of RxCocoa; nil for the engine's own part of it.
  /// - Throws: ``PipelineError/missing(_:)``, ``SystemError``
  static func make(named name: String, cocoa: CocoaSources?, in cache: ProgramCache) throws -> EnginePackage {
    var sources = try EngineSources.current()
    sources.cocoa = cocoa
    if cocoa == nil, let engine = try? EngineInstallation.current(), engine.isMadeByCompiler(of: try swiftVersion()) {
      return try make(named: name, of: engine, sources, in: cache)
    }
    return EnginePackage(folder: try sources.package(named: name, in: cache), cocoa: cocoa)
  }

  /// - Parameter sources: the sources of RxTest, which is not in the built engine because it links XCTest.
  private static func make(
    named name: String, of engine: EngineInstallation, _ sources: EngineSources, in cache: ProgramCache
  ) throws -> EnginePackage {
    let test = sources.folder.appending(path: "RxTest")
    let manifest = manifest(name, engine)
    let key = try key(of: engine, manifest, test)
    let place = try cache.entry("engine-\(key)") { entry in
      do {
        try write(to: entry.appending(path: name), manifest, test)
        try linkModules(of: engine, into: entry.appending(path: "Modules"))
      } catch {
        throw SystemError.failed("\(entry.path): the engine's package cannot be made: \(systemReason(error))")
      }
    }
    let folders = [place.appending(path: "Modules").path] + engine.headers
    // SwiftPM does not see a change of these modules; a change of the arguments makes it compile everything that uses them.
    let arguments = folders.flatMap { ["-I", $0] } + ["-DHEADWATER_ENGINE_\(key)"]
    return EnginePackage(folder: place.appending(path: name), arguments: arguments.flatMap { ["-Xswiftc", $0] })
  }

  private static func key(of engine: EngineInstallation, _ manifest: String, _ test: URL) throws -> String {
    var hash = ContentHash()
    hash.add(manifest)
    let tests = try FileManager.default.subpathsOfDirectory(atPath: test.path).sorted().map { test.path + "/" + $0 }
    for file in engine.identifyingFiles + tests { try hash.add(contentsOf: file) }
    return hash.text
  }

  private static func write(to place: URL, _ manifest: String, _ test: URL) throws {
    let files = FileManager.default
    let link = place.appending(path: "Sources/\(linking)")
    try files.createDirectory(at: link, withIntermediateDirectories: true)
    try "// A target needs a file. This one links the engine.\n"
      .write(to: link.appending(path: "Link.swift"), atomically: false, encoding: .utf8)
    try files.copyItem(at: test, to: place.appending(path: "Sources/RxTest"))
    try manifest.write(to: place.appending(path: "Package.swift"), atomically: false, encoding: .utf8)
  }

  /// Links only the engine's modules, because others in a checkout's folder would hide the package's own.
  private static func linkModules(of engine: EngineInstallation, into folder: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in engine.moduleFiles {
      let name = URL(fileURLWithPath: file).lastPathComponent
      try files.createSymbolicLink(at: folder.appending(path: name), withDestinationURL: URL(fileURLWithPath: file))
    }
  }

  private static let linking = "HeadwaterEngineLink"

  private static func manifest(_ name: String, _ engine: EngineInstallation) -> String {
    let flags = ["-L", engine.folder, "-lHeadwaterEngine", "-Xlinker", "-rpath", "-Xlinker", engine.folder]
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      // Headwater's engine, as it is built already, under the names of RxSwift's products. It is made by `headwater`, which
      // replaces it as a whole.
      let products = ["RxSwift", "RxRelay", "RxCocoa", "RxTest", "RxBlocking"]
      let flags = [\(flags.map(\.debugDescription).joined(separator: ", "))]
      let linking: Target = .target(name: "\(linking)", linkerSettings: [.unsafeFlags(flags)])

      let package = Package(
        name: "\(name)",
        platforms: [.macOS(.v15)],
        products: products.flatMap { name -> [Product] in
          let targets = [name == "RxTest" ? name : linking.name]
          return [.library(name: name, targets: targets), .library(name: name + "-Dynamic", type: .dynamic, targets: targets)]
        },
        targets: [linking, .target(name: "RxTest", dependencies: [.target(name: linking.name)])],
        swiftLanguageModes: [.v5])

      """
  }

  /// `Swift version 6.3.1 (swift-6.3.1-RELEASE)`
  private static func swiftVersion() throws -> String {
    var process = try SwiftPackageManager.process(["--version"])
    process.streams = .captured(input: "/dev/null", limit: 1 << 16)
    let text = String(decoding: try process.run().output, as: UTF8.self)
    return text.firstMatch(of: /Swift version [^\n]*\)/).map { String($0.0) } ?? ""
  }
}
