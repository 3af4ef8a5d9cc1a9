import Foundation

/// The executable of a Swift package, built so that it can be recorded.
struct PackageProgram {
  /// The package's folder, as the user gave it.
  let folder: String
  /// Which of its executables; nil if it has one.
  let product: String?

  private static let describeLimit = 1 << 24

  /// Builds the executable; the build's output goes to standard error.
  /// - Returns: its path.
  /// - Throws: ``PipelineError``, also if the executable is not built with this engine
  func build() throws -> String {
    guard access(folder + "/Package.swift", R_OK) == 0 else {
      throw PipelineError.unreadable(
        file: folder, reason: "it is a folder without a Package.swift; give a Swift file, or a package's folder")
    }
    let name = try executableName()
    var build = try swift(["build", "--package-path", folder, "--product", name])
    if isatty(STDERR_FILENO) == 0 { build.arguments.append("--quiet") }
    build.streams = .outputToErrors
    build.forwardsSignals = true
    guard try build.run().ending == .exited(0) else {
      throw PipelineError.notSource(file: folder, reason: "its executable \(name) was not built; see above")
    }
    let executable = try binaryFolder().appending(path: name).path
    guard Self.usesEngine(executable) else { throw foreignEngine(name) }
    return executable
  }

  // MARK: Which executable

  private struct Description: Decodable {
    struct Product: Decodable {
      /// `{"executable": null}`, `{"library": ["automatic"]}`.
      struct Kind: Decodable {
        let isExecutable: Bool
        let isLibrary: Bool

        private enum Key: String, CodingKey { case executable, library }

        init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: Key.self)
          isExecutable = container.contains(.executable)
          isLibrary = container.contains(.library)
        }
      }

      let name: String
      let type: Kind
    }

    let products: [Product]
  }

  /// The package's library products, sorted.
  func libraries() throws -> [String] { try description().products.filter(\.type.isLibrary).map(\.name).sorted() }

  private func executableName() throws -> String {
    try chosen(among: description().products.filter(\.type.isExecutable).map(\.name).sorted())
  }

  private func description() throws -> Description {
    let text = try output(of: ["package", "--package-path", folder, "describe", "--type", "json"])
    // Other output comes before it.
    let json = text.drop { $0 != "{" }
    guard let description = try? JSONDecoder().decode(Description.self, from: Data(json.utf8)) else {
      throw PipelineError.notSource(file: folder, reason: "SwiftPM does not say what its executables are")
    }
    return description
  }

  private func chosen(among names: [String]) throws -> String {
    if let product, names.contains(product) { return product }
    let list = names.joined(separator: ", ")
    if let product {
      let others = names.isEmpty ? "it has none" : "there are \(list)"
      throw PipelineError.notSource(file: folder, reason: "the package has no executable \(product); \(others)")
    }
    guard let name = names.first else {
      throw PipelineError.notSource(file: folder, reason: "the package has no executable; there is nothing to run")
    }
    guard names.count == 1 else {
      throw PipelineError.notSource(
        file: folder, reason: "the package has several executables; say which with --product: \(list)")
    }
    return name
  }

  private func binaryFolder() throws -> URL {
    let text = try output(of: ["build", "--package-path", folder, "--show-bin-path"])
    guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("/") }) else {
      throw PipelineError.notSource(file: folder, reason: "SwiftPM does not say where it builds")
    }
    return URL(fileURLWithPath: String(line))
  }

  // MARK: Which engine

  /// A text that is only in programs that contain or load the engine.
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

  private func foreignEngine(_ name: String) -> PipelineError {
    let manifest = (try? String(contentsOfFile: folder + "/Package.swift", encoding: .utf8)) ?? ""
    let remark = "\n  it names RxSwift; only Headwater's Rx, which takes its place, records"
    let other = manifest.contains("RxSwift") ? remark : ""
    return .notSource(
      file: folder,
      reason: """
        its executable \(name) is built without Headwater's Rx, so there is nothing that records\(other)
          in its Package.swift, depend on Headwater: .package(path: "…/headwater"),
          and give its targets .product(name: "Rx", package: "headwater")
        """)
  }

  // MARK: SwiftPM

  private func output(of arguments: [String]) throws -> String {
    var process = try swift(arguments)
    process.streams = .captured(input: "/dev/null", limit: Self.describeLimit)
    let result = try process.run()
    guard result.ending == .exited(0) else {
      let errors = String(decoding: result.errorOutput, as: UTF8.self)
      throw PipelineError.notSource(file: folder, reason: "SwiftPM cannot read the package:\n\(errors)")
    }
    return String(decoding: result.output, as: UTF8.self)
  }

  private func swift(_ arguments: [String]) throws -> ChildProcess {
    guard let swift = findExecutable("swift") else {
      throw PipelineError.missing(
        """
        swift is missing: it is in no folder of PATH
        install Swift from https://www.swift.org/install
        """)
    }
    return ChildProcess(executable: swift, arguments: arguments)
  }
}
