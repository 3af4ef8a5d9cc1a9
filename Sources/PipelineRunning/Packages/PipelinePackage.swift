import Foundation
import RxTrace
import Synchronization

/// Pipelines that import a package's modules: files beside the package's walkthroughs.
///
/// They become executables of a generated package that depends on the user's package, because only SwiftPM knows how to
/// build it. The generated package is kept in the cache, so that the user's modules are built once, and nothing is written
/// into the user's package. RxSwift, if the user's package asks for it, is replaced by the engine.
///
/// Facts about the package are read once, because a build of a site uses them for each pipeline.
final class PipelinePackage: Sendable {
  /// The package whose modules the pipelines import.
  private let root: URL
  /// The folder of the generated package.
  private let folder: URL
  private let cache: ProgramCache
  private let contents = Mutex<String?>(nil)
  private let libraries = Mutex<[String]?>(nil)

  init(root: URL, cache: ProgramCache) throws {
    guard let path = realPath(root.path), access(path + "/Package.swift", R_OK) == 0 else {
      throw PipelineError.unreadable(
        file: root.relativePath, reason: "it is not the folder of a package: it has no Package.swift")
    }
    self.root = URL(fileURLWithPath: path)
    self.cache = cache
    folder = cache.folder.appending(path: "packages").appending(path: ContentName.short(path))
  }

  /// Identifies all inputs of a pipeline's program, except for packages that this one depends on by a path.
  func key(of source: PipelineSource) throws -> String {
    var hash = ContentHash()
    for part in [root.path, try knownContents(), source.name, source.text] { hash.add(part) }
    return hash.text
  }

  /// Identifies all Swift files of the package.
  private func knownContents() throws -> String {
    try contents.withLock { known in
      if let known { return known }
      var hash = ContentHash()
      for name in Self.swiftFiles(in: root).sorted() {
        hash.add(name)
        try hash.add(contentsOf: root.appending(path: name).path)
      }
      // The engine is built into the program if the package asks for RxSwift.
      if let engine = try? EngineSources.current().key() { hash.add(engine) }
      let packages = LocalPackages(root: root.path, checkouts: "")
      if let cocoa = try CocoaSources.find(for: packages) { hash.add(cocoa.checkout) }
      known = hash.text
      return hash.text
    }
  }

  /// The package's library products; SwiftPM takes seconds to list them.
  private func knownLibraries() throws -> [String] {
    try libraries.withLock { known in
      let libraries = try known ?? PackageProgram(folder: root.path, cache: cache).libraries()
      known = libraries
      return libraries
    }
  }

  private static func swiftFiles(in folder: URL) -> [String] {
    let files = FileManager.default.enumerator(atPath: folder.path)
    var names: [String] = []
    while let name = files?.nextObject() as? String {
      if name.split(separator: "/").last?.hasPrefix(".") == true { files?.skipDescendants() }
      if name.hasSuffix(".swift") || name == "Package.resolved" { names.append(name) }
    }
    return names
  }

  /// Makes a pipeline an executable of the generated package.
  /// - Returns: the program's path.
  func request(for pipeline: String) throws -> RunRequest {
    let text: Data
    do {
      text = try Data(contentsOf: URL(fileURLWithPath: pipeline))
    } catch {
      throw PipelineError.unreadable(file: pipeline, reason: error.localizedDescription)
    }
    let file = URL(fileURLWithPath: pipeline)
    let name = "Pipeline_" + ContentName.short(file.path)
    let libraries = try knownLibraries()
    guard !libraries.isEmpty else {
      throw PipelineError.notSource(
        file: root.path, reason: "the package has no library product that a pipeline could import")
    }
    do {
      try Self.making.withLock { _ in try add(name, file.lastPathComponent, text, libraries) }
    } catch {
      throw SystemError.failed("\(folder.path): cannot be written: \(error.localizedDescription)")
    }
    return RunRequest(.package(folder: folder.path, product: name))
  }

  /// The lock that is held while the package is written, because a manifest names every pipeline that is there.
  private static let making = Mutex(())

  private func add(_ name: String, _ fileName: String, _ text: Data, _ libraries: [String]) throws {
    let files = FileManager.default
    let sources = folder.appending(path: "Sources")
    let target = sources.appending(path: name)
    try? files.removeItem(at: target)
    try files.createDirectory(at: target, withIntermediateDirectories: true)
    try text.write(to: target.appending(path: fileName))
    let names = try files.contentsOfDirectory(atPath: sources.path).filter { !$0.hasPrefix(".") }.sorted()
    let manifest = Data(manifest(names, libraries).utf8)
    let place = folder.appending(path: "Package.swift")
    // An equal manifest is not written, so that SwiftPM does not read it again.
    if (try? Data(contentsOf: place)) != manifest { try manifest.write(to: place, options: .atomic) }
    try copyPins()
  }

  /// Copies the resolved versions, so that pipelines use the versions that the user's package uses.
  private func copyPins() throws {
    let place = folder.appending(path: "Package.resolved")
    guard let pins = try? Data(contentsOf: root.appending(path: "Package.resolved")) else { return }
    if (try? Data(contentsOf: place)) != pins { try pins.write(to: place, options: .atomic) }
  }

  /// The manifest of one package for all pipelines, so that the modules of the user's package are built once.
  private func manifest(_ names: [String], _ libraries: [String]) -> String {
    let identity = Self.quoted(root.lastPathComponent.lowercased())
    let products = libraries.map { ".product(name: \(Self.quoted($0)), package: \(identity))" }.joined(separator: ", ")
    let targets = names.map { "    .executableTarget(name: \(Self.quoted($0)), dependencies: products),\n" }.joined()
    return """
      // swift-tools-version: 6.0
      import PackageDescription

      let products: [Target.Dependency] = [\(products)]
      let package = Package(
        name: "Pipelines", platforms: [.macOS(.v15)], dependencies: [.package(path: \(Self.quoted(root.path)))],
        targets: [
      \(targets)  ])

      """
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
