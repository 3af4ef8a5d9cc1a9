import Foundation
import RxTrace

/// The commands of this machine's `swift` that work on a package.
enum SwiftPackageManager {
  private static let outputLimit = 1 << 24

  /// - Throws: ``PipelineError/missing(_:)``
  static func process(_ arguments: [String]) throws -> ChildProcess {
    guard let swift = findExecutable("swift") else {
      throw PipelineError.missing(
        """
        swift is missing: it is in no folder of PATH
        install Swift from https://www.swift.org/install
        """)
    }
    return ChildProcess(executable: swift, arguments: arguments)
  }

  /// The standard output of a command that reads a package.
  /// - Throws: ``PipelineError`` with SwiftPM's own messages if it fails.
  static func output(_ arguments: [String], reading folder: String) throws -> String {
    var process = try process(arguments)
    process.streams = .captured(input: "/dev/null", limit: outputLimit)
    let result = try process.run()
    guard result.ending == .exited(0) else {
      let errors = String(decoding: result.errorOutput, as: UTF8.self)
      throw PipelineError.notSource(file: folder, reason: "SwiftPM cannot read the package:\n\(errors)")
    }
    return String(decoding: result.output, as: UTF8.self)
  }
}

/// The facts that SwiftPM tells about a package.
struct PackageDescription: Decodable {
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

  struct Target: Decodable {
    let name: String
    let type: String
    /// The target's folder in the package.
    let path: String
    /// The target's files in its folder.
    let sources: [String]
    let targetDependencies: [String]?

    private enum CodingKeys: String, CodingKey {
      case name, type, path, sources
      case targetDependencies = "target_dependencies"
    }
  }

  let name: String
  let products: [Product]
  let targets: [Target]

  var executables: [String] { products.filter(\.type.isExecutable).map(\.name).sorted() }
  var libraries: [String] { products.filter(\.type.isLibrary).map(\.name).sorted() }
  var hasTests: Bool { targets.contains { $0.type == "test" } }
}
