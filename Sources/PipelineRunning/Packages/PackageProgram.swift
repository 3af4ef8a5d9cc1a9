import Foundation
import RxTrace

/// The executable or the tests of a Swift package, built so that they can be recorded.
///
/// The build changes nothing of the package, and writes nothing into its folder. The engine replaces RxSwift, if the
/// package or a package that it depends on asks for it.
struct PackageProgram {
  /// The package's folder, as the user gave it.
  let folder: String
  private let workspace: PackageWorkspace
  /// Receives the remarks before the build.
  private let report: (String) -> Void

  /// - Throws: ``PipelineError/unreadable(file:reason:)`` for a folder without a package, ``SystemError``
  init(folder: String, cache: ProgramCache, reporting report: @escaping (String) -> Void = { _ in }) throws {
    self.folder = folder
    self.report = report
    workspace = try PackageWorkspace(of: folder, cache: cache)
  }

  /// Builds an executable; the build's messages go to standard error.
  /// - Parameter product: the name of the executable; nil if the package has only one.
  /// - Returns: its path.
  /// - Throws: ``PipelineError``, also if the executable is not built with this engine
  func executable(_ product: String?) throws -> String {
    let description = try workspace.description()
    let name = try choose(product, among: description.executables)
    try build(name, called: "its executable \(name)", description)
    let executable = workspace.products.appending(path: name).path
    guard Self.usesEngine(executable) else { throw foreignEngine("its executable \(name) is") }
    return executable
  }

  /// The package's library products, sorted.
  func libraries() throws -> [String] { try workspace.description().libraries }

  private func choose(_ product: String?, among names: [String]) throws -> String {
    if let product, names.contains(product) { return product }
    let list = names.joined(separator: ", ")
    if let product {
      let others = names.isEmpty ? "it has none" : "there are \(list)"
      throw PipelineError.notSource(file: folder, reason: "the package has no executable \(product); \(others)")
    }
    guard let name = names.first else {
      throw PipelineError.notSource(
        file: folder,
        reason: "the package has no executable; there is nothing to run (headwater test runs its tests, if it has any)")
    }
    guard names.count == 1 else {
      throw PipelineError.notSource(
        file: folder, reason: "the package has several executables; say which with --product: \(list)")
    }
    return name
  }

  // MARK: Tests

  /// The tests of a package, built.
  struct Tests {
    /// The program, or the bundle, that has them.
    var bundle: String
    var executable: String
    /// The arguments of each run, because the two test libraries run one after the other.
    var runs: [[String]]
    /// The folder that tests expect to run in.
    var root: String
  }

  /// Builds the tests; the build's messages go to standard error.
  /// - Parameter selection: the tests to run.
  /// - Throws: ``PipelineError``, also if the tests are not built with this engine
  func tests(_ selection: TestSelection) throws -> Tests {
    try tests { bundle in
      #if os(macOS)
        [["test", "--skip-build"] + workspace.options + selection.arguments]
      #else
        try selection.runs(of: bundle, in: folder)
      #endif
    }.tests
  }

  /// Builds the tests, so that each of them can be run by itself.
  /// - Returns: what SwiftPM says about the package, and the tests by their names.
  /// - Throws: ``PipelineError``, also if the tests are not built with this engine
  func singleTests(
    _ selection: TestSelection
  ) throws -> (description: PackageDescription, tests: [(name: String, run: Tests)]) {
    var names: [String] = []
    let (description, all) = try tests { bundle in
      #if os(macOS)
        let options = ["--skip-build"] + workspace.options
        let listed = try SwiftPackageManager.output(["test", "list"] + options, reading: folder)
        let chosen = try selection.chosen(old: TestSelection.names(in: listed), new: [], in: folder).old
        let runs = chosen.map { ($0, ["test"] + options + ["--filter", TestSelection.expression(for: $0)]) }
      #else
        let runs = try selection.singleRuns(of: bundle, in: folder)
      #endif
      names = runs.map(\.0)
      return runs.map(\.1)
    }
    let tests = zip(names, all.runs).map { name, arguments in
      (name, Tests(bundle: all.bundle, executable: all.executable, runs: [arguments], root: all.root))
    }
    return (description, tests)
  }

  /// - Parameter runs: finds the runs of the program that was built.
  private func tests(
    runs: (_ bundle: String) throws -> [[String]]
  ) throws -> (description: PackageDescription, tests: Tests) {
    let description = try workspace.description()
    guard description.hasTests else {
      throw PipelineError.notSource(file: folder, reason: "the package has no tests")
    }
    let name = description.name + "PackageTests"
    try build(name, called: "its tests", description)
    let bundle = workspace.products.appending(path: name + ".xctest").path
    #if os(macOS)
      let program = "\(bundle)/Contents/MacOS/\(name)"
      let executable = try SwiftPackageManager.process([]).executable
    #else
      let (program, executable) = (bundle, bundle)
    #endif
    let tests = Tests(bundle: program, executable: executable, runs: try runs(bundle), root: workspace.root)
    guard Self.usesEngine(tests.bundle) else { throw foreignEngine("its tests are") }
    return (description, tests)
  }

  // MARK: The build

  private func build(_ product: String, called text: String, _ description: PackageDescription) throws {
    let replacement = try workspace.replacement()
    if let replacement, !replacement.users.isEmpty { report("headwater: \(Self.text(of: replacement))\n") }
    if workspace.isNew, let engine = replacement?.engine, engine.isCompiled {
      let reason =
        engine.cocoa.map { "RxCocoa is taken from \(ShownText.printable($0.checkout)), and compiled with the engine" }
        ?? "another Swift than the one of PATH built the engine, so that it is compiled with the package"
      report("headwater: \(reason); the first time takes half a minute or more\n")
    }
    let output = try workspace.build(["--product", product], with: replacement)
    guard output.succeeded else { throw notBuilt(text, output, description, replacement?.engine.cocoa) }
  }

  private static func text(of replacement: PackageWorkspace.Replacement) -> String {
    let names = replacement.users.map(ShownText.printable)
    let shown = names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " and \(names.count - 4) more" : "")
    return "Headwater's Rx takes the place of RxSwift, for \(shown)"
  }

  private func notBuilt(
    _ text: String, _ output: BuildOutput, _ description: PackageDescription, _ cocoa: CocoaSources?
  ) -> PipelineError {
    let reason = "\(text) could not be built; see above"
    guard let remark = AppleModules.remark(on: output.missingModules) else {
      let remark = CocoaSources.remark(onFailedBuildOf: workspace.root, with: cocoa).map { "\n  \($0)" }
      return .notSource(file: folder, reason: reason + (remark ?? ""))
    }
    let free = AppleModules.targetsWithout(description, root: workspace.root)
    let (executables, others) = (free.filter { $0.type == "executable" }, free.filter { $0.type == "library" })
    let traceable =
      executables.isEmpty ? "" : "\n  these executables can be traced here, with --product: \(Self.list(executables))"
    let usable =
      others.isEmpty
      ? "\n  code that is to be traced here needs a target of its own, without such a module"
      : "\n  these targets do not need it: \(Self.list(others)); an executable that uses only them can be traced here"
    return .notSource(file: folder, reason: "\(reason)\n  \(remark)\(traceable)\(usable)")
  }

  private static func list(_ targets: [PackageDescription.Target]) -> String {
    targets.map(\.name).sorted().joined(separator: ", ")
  }

  // MARK: Which engine

  /// The texts that are only in programs that contain or load the engine.
  private static let engineMarks = ["hw_recording_flag", "HEADWATER_TRACE_LIMIT", "libHeadwaterEngine"]

  /// Whether a program, or a library that was built beside it, has the engine in it.
  static func usesEngine(_ executable: String) -> Bool {
    let folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let libraries = beside.filter { $0.hasSuffix(".so") || $0.hasSuffix(".dylib") }
    return ([executable] + libraries.map { folder.appending(path: $0).path }).contains(where: hasEngine)
  }

  private static func hasEngine(_ file: String) -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped) else { return false }
    return engineMarks.contains { data.range(of: Data($0.utf8)) != nil }
  }

  private func foreignEngine(_ text: String) -> PipelineError {
    .notSource(
      file: folder,
      reason: """
        \(text) built without Headwater's Rx, so there is nothing that records
          no package with RxSwift's products is among those that it uses; if it should be, depend on RxSwift as usual,
          or on Headwater: .package(path: "…/headwater") and .product(name: "Rx", package: "headwater")
        """)
  }
}
