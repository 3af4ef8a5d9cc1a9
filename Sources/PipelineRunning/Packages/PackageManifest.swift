import Foundation
import RxTrace

/// The packages that a package depends on, as far as the text of its manifest shows them.
///
/// SwiftPM would evaluate the manifest, which takes half a second for each package, and an app may have dozens of them in
/// one folder. A dependency that the manifest computes is missing here, so that nothing may rely on the list being whole.
struct PackageManifest {
  struct Dependency: Equatable {
    enum Kind: String { case url, path, id }

    var kind: Kind
    /// The name that the manifest gives the dependency, as manifests for old versions of SwiftPM do.
    var name: String?
    /// The location as the manifest spells it.
    var location: String
    /// The text after the location: `from: "6.5.0"`; empty for a path.
    var requirement: String

    /// The name by which SwiftPM tells packages apart: equal for all spellings of an address, and for forks that kept
    /// the name.
    var identity: String { kind == .id ? location.lowercased() : PackageManifest.identity(of: location) }
  }

  /// The folder that the manifest is in.
  let folder: String
  private(set) var name: String?
  private(set) var dependencies: [Dependency] = []
  /// The identities of the packages that products with the names of RxSwift's are taken from.
  private(set) var homesOfRx: Set<String> = []
  /// Whether the package depends on the product RxCocoa, which RxSwift itself declares.
  private(set) var usesCocoa = false

  /// - Returns: nil if the folder has no manifest that can be read.
  init?(folder: String) {
    guard let text = try? String(contentsOfFile: folder + "/Package.swift", encoding: .utf8) else { return nil }
    self.init(text, folder: folder)
  }

  init(_ text: String, folder: String) {
    self.folder = folder
    let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix("//") }
    let code = lines.joined(separator: "\n")
    name = code.firstMatch(of: /Package\(\s*name:\s*"([^"]+)"/).map { String($0.1) }
    dependencies = code.matches(of: /\.package\(/).compactMap { Self.dependency(code[$0.range.upperBound...]) }
    usesCocoa = name != "RxSwift" && code.contains(/"RxCocoa(?:-Dynamic)?"/)
    homesOfRx = Set(code.matches(of: Self.productOfRx).compactMap { identity(named: String($0.1)) })
    homesOfRx.formUnion(dependencies.filter { $0.name == "RxSwift" || $0.identity == "rxswift" }.map(\.identity))
  }

  nonisolated(unsafe) private static let productOfRx =
    /\.product\(\s*name:\s*"Rx(?:Swift|Relay|Cocoa|Test|Blocking)(?:-Dynamic)?"\s*,\s*package:\s*"([^"]+)"/

  /// - Parameter text: the arguments of `.package(`, and whatever follows.
  private static func dependency(_ text: Substring) -> Dependency? {
    var depth = 1
    let end = text.firstIndex { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth == 0
    }
    let arguments = text[..<(end ?? text.endIndex)]
    guard let place = arguments.firstMatch(of: /\b(url|path|id):\s*"([^"]+)"/),
      let kind = Dependency.Kind(rawValue: String(place.1))
    else { return nil }
    let rest = arguments[place.range.upperBound...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Dependency(
      kind: kind, name: arguments.firstMatch(of: /\bname:\s*"([^"]+)"/).map { String($0.1) }, location: String(place.2),
      requirement: rest.trimmingCharacters(in: CharacterSet(charactersIn: ", ")))
  }

  /// The identity of the dependency that a target's dependency names.
  private func identity(named name: String) -> String? {
    dependencies.first { $0.name == name || $0.identity == name.lowercased() }?.identity
  }

  /// The last part of an address or a path, without `.git`, in lower case.
  static func identity(of location: String) -> String {
    let last = location.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? location
    return (last.hasSuffix(".git") ? String(last.dropLast(4)) : last).lowercased()
  }

  /// The folders of the packages that this one depends on by a path.
  var localFolders: [String] {
    dependencies.filter { $0.kind == .path }.compactMap { dependency in
      let path = NSString(string: dependency.location).expandingTildeInPath
      return realPath(path.hasPrefix("/") ? path : folder + "/" + path)
    }
  }
}

/// The packages of a build that are in folders of this machine: the root package, those that it depends on by a path, and
/// those that SwiftPM has fetched.
struct LocalPackages {
  private(set) var manifests: [PackageManifest] = []

  /// - Parameters:
  ///   - root: the root package's folder, without symbolic links.
  ///   - checkouts: the folder of fetched packages, which may not be there.
  init(root: String, checkouts: String) {
    let fetched = ((try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? []).sorted()
    var next = [root] + fetched.map { "\(checkouts)/\($0)" }
    var seen: Set<String> = []
    while !next.isEmpty {
      let folder = next.removeFirst()
      guard seen.insert(folder).inserted, let manifest = PackageManifest(folder: folder) else { continue }
      manifests.append(manifest)
      next += manifest.localFolders
    }
  }

  /// Whether one of the packages depends on Headwater itself, so that the engine is there already.
  var haveHeadwater: Bool {
    manifests.contains { $0.name == "headwater" || $0.dependencies.contains { $0.identity == "headwater" } }
  }

  /// The identities of the packages that RxSwift's products are taken from, sorted: several if a fork has another name.
  var homesOfRx: [String] { Set(manifests.flatMap(\.homesOfRx)).sorted() }

  /// The packages that depend on the package of this identity, with their requirements.
  func users(of identity: String) -> [(package: PackageManifest, dependency: PackageManifest.Dependency)] {
    manifests.flatMap { manifest in
      manifest.dependencies.filter { $0.identity == identity }.map { (manifest, $0) }
    }
  }
}
