import Foundation
import RxTrace

/// The files by which a build that `headwater` does not start itself uses the engine in the place of RxSwift.
///
///     let environment = try EngineEnvironment.make()
///     print("swift build --config-path \(environment.configuration)")
public struct EngineEnvironment: Sendable {
  /// The folder of the engine's package, named RxSwift; also a git repository with tags for versions of RxSwift.
  public let package: String
  /// A configuration folder of SwiftPM that maps RxSwift's addresses to that repository.
  public let configuration: String
  /// The checkout of RxSwift that the package's RxCocoa is from; nil if it is the engine's own part of it.
  public let cocoa: String?

  /// The environment variable that names a checkout of RxSwift.
  public static let cocoaVariable = CocoaSources.variable

  /// Makes the files in the user's cache, unless they are there.
  /// - Parameter folder: the package that they are for: RxCocoa may be in a checkout that SwiftPM has made for it.
  /// - Throws: ``PipelineError``, ``SystemError``
  public static func make(for folder: String) throws -> EngineEnvironment {
    var sources = try EngineSources.current()
    sources.cocoa = try CocoaSources.find(for: LocalPackages(root: realPath(folder) ?? folder, checkouts: ""))
    return try make(from: sources, in: .standard())
  }

  static func make(from sources: EngineSources, in cache: ProgramCache) throws -> EngineEnvironment {
    let key = "environment-" + (try sources.key())
    let place = cache.place(of: key)
    _ = try cache.entry(key) { entry in
      let repository = entry.appending(path: name)
      try sources.write(to: repository, named: name)
      try GitRepository(folder: repository.path).commit(
        "Headwater's engine under the names of RxSwift's products", tags: versions, branches: branches)
      try write(mirrors(to: place.appending(path: name).path), to: entry.appending(path: "configuration"))
    }
    return EngineEnvironment(
      package: place.appending(path: name).path, configuration: place.appending(path: "configuration").path,
      cocoa: sources.cocoa?.checkout)
  }

  private static let name = "RxSwift"

  /// The releases of RxSwift 5 and 6, so that each requirement for one of them can be met.
  static let versions = [
    "5.0.0", "5.0.1", "5.0.2", "5.1.0", "5.1.1", "5.1.2", "5.1.3", "6.0.0", "6.1.0", "6.2.0", "6.5.0", "6.6.0", "6.7.0",
    "6.7.1", "6.8.0", "6.9.0", "6.9.1", "6.10.0", "6.10.1", "6.10.2",
  ]
  static let branches = ["main", "master", "develop"]
  /// The branches that can be asked for, as a list for people.
  public static var branchNames: String {
    "\(branches.dropLast().joined(separator: ", ")) and \(branches[branches.count - 1])"
  }

  /// The spellings of RxSwift's address that manifests have. SwiftPM compares them as texts.
  static let addresses: [String] = {
    let hosts = ["https://github.com/", "git@github.com:", "ssh://git@github.com/", "git://github.com/"]
    let names = ["ReactiveX/RxSwift", "reactivex/rxswift", "ReactiveX/rxswift"]
    return hosts.flatMap { host in names.flatMap { ["\(host)\($0).git", host + $0] } }
  }()

  private static func mirrors(to repository: String) throws -> Data {
    struct Mirrors: Encodable {
      struct Mirror: Encodable { var original, mirror: String }
      var object: [Mirror]
      var version = 1
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let address = URL(fileURLWithPath: repository, isDirectory: false).absoluteString
    return try encoder.encode(Mirrors(object: addresses.map { .init(original: $0, mirror: address) }))
  }

  private static func write(_ mirrors: Data, to configuration: URL) throws {
    do {
      try FileManager.default.createDirectory(at: configuration, withIntermediateDirectories: true)
      try mirrors.write(to: configuration.appending(path: "mirrors.json"))
    } catch {
      throw SystemError.failed("\(configuration.path): cannot be written: \(systemReason(error))")
    }
  }
}

/// A repository of one commit.
private struct GitRepository {
  var folder: String

  /// Makes the repository of all files in the folder. Equal files make an equal commit, whoever makes it and whenever.
  func commit(_ message: String, tags: [String], branches: [String]) throws {
    try git(["init", "--quiet", "--initial-branch", branches[0]])
    try git(["add", "--all"])
    try git(["commit", "--quiet", "--message", message])
    for tag in tags { try git(["tag", tag]) }
    for branch in branches.dropFirst() { try git(["branch", branch]) }
  }

  private func git(_ arguments: [String]) throws {
    guard let git = findExecutable("git") else {
      throw PipelineError.missing("git is missing: it is in no folder of PATH; SwiftPM needs it too")
    }
    var process = ChildProcess(executable: git, arguments: ["-C", folder] + arguments)
    process.streams = .captured(input: "/dev/null", limit: 1 << 20)
    // Neither the user's own settings nor a repository around this one may sign, refuse or ignore anything here.
    for name in process.environment.keys where name.hasPrefix("GIT_") { process.environment[name] = nil }
    let date = "2000-01-01T00:00:00Z"
    process.environment.merge([
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Headwater",
      "GIT_AUTHOR_EMAIL": "headwater@localhost", "GIT_COMMITTER_NAME": "Headwater",
      "GIT_COMMITTER_EMAIL": "headwater@localhost", "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date,
    ]) { $1 }
    let result = try process.run()
    guard result.ending == .exited(0) else {
      let errors = String(decoding: result.errorOutput, as: UTF8.self)
      throw SystemError.failed("\(folder): git \(arguments[0]) failed:\n\(errors)")
    }
  }
}
