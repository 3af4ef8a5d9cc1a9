import Foundation
import RxTrace

/// The built engine that pipelines are compiled against: in a checkout's build folder, or installed.
public struct EngineInstallation: Sendable {
  /// The shared library.
  public let library: String
  /// The folder of its Swift modules.
  public let modules: String
  /// The folders of the module maps of its C layer.
  public let headers: [String]
  /// The folder in which the compiler may keep compiled system modules; nil for the cache's own.
  let moduleCache: String?

  /// The engine that belongs to the running executable, wherever it was started.
  /// - Throws: ``PipelineError/missing(_:)``
  public static func current() throws -> EngineInstallation {
    guard let executable = Bundle.main.executablePath, let path = realPath(executable) else {
      throw PipelineError.missing("the path of this executable is unknown, so its engine cannot be found")
    }
    return try beside(executable: path)
  }

  /// The engine that belongs to an executable.
  ///
  /// - `.build/debug/headwater` uses the engine that was built beside it
  /// - `PREFIX/bin/headwater` uses `PREFIX/lib/headwater`
  public static func beside(executable path: String) throws -> EngineInstallation {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "lib/headwater")
    let candidates = [
      EngineInstallation(built: folder), EngineInstallation(installed: installed),
    ]
    guard let found = candidates.first(where: \.isComplete) else {
      throw PipelineError.missing(
        """
        the Rx engine is missing: neither \(candidates[0].library) nor \(candidates[1].library) is there with its modules
        build it with `swift build` in a checkout, or install it with `make install`
        """)
    }
    return found
  }

  private init(built folder: URL) {
    library = folder.appending(path: Self.libraryName).path
    modules = folder.appending(path: "Modules").path
    headers = Self.headersOfCheckout(holding: folder)
    let cache = folder.appending(path: "ModuleCache").path
    moduleCache = access(cache, W_OK) == 0 ? cache : nil
  }

  /// The folders of the C layer's headers beside their source in a checkout, because the build folder has no copy.
  private static func headersOfCheckout(holding folder: URL) -> [String] {
    let candidates = EngineSources.foldersOfCheckouts(holding: folder).lazy.map { sources in
      cModuleNames.map { sources.appending(path: "\($0)/include").path }
    }
    return candidates.first { $0.allSatisfy(hasModuleMap) } ?? []
  }

  private static func hasModuleMap(_ headers: String) -> Bool { access(headers + "/module.modulemap", R_OK) == 0 }

  private init(installed folder: URL) {
    library = folder.appending(path: Self.libraryName).path
    modules = folder.appending(path: "Modules").path
    headers = Self.cModuleNames.map { folder.appending(path: $0).path }
    // The cache is filled at installation, so that no first run has to wait for it.
    let cache = folder.appending(path: "ModuleCache").path
    moduleCache = access(cache, R_OK | X_OK) == 0 ? cache : nil
  }

  /// The modules that a pipeline may import, under all their names, and the modules that those need. `Scripts/install` has
  /// the same list.
  private static let moduleNames = [
    "Rx", "TraceFormat", "RxTestCore", "RxBlocking", "RxSwift", "RxRelay", "RxCocoa", "NSObject_Rx", "OldRxSwift",
  ]

  /// The C modules that these modules need.
  private static let cModuleNames = ["CPlatform", "CDestruction"]

  var moduleFiles: [String] { Self.moduleNames.map { "\(modules)/\($0).swiftmodule" } }

  private var isComplete: Bool {
    ([library] + moduleFiles).allSatisfy { access($0, R_OK) == 0 } && !headers.isEmpty
      && headers.allSatisfy(Self.hasModuleMap)
  }

  /// Whether the engine makes the checks of debug builds, such as the search for overlapping events.
  public var isDebug: Bool {
    let bytes = try? Data(contentsOf: URL(fileURLWithPath: library), options: .mappedIfSafe)
    return bytes?.range(of: Data("hw_debug_engine".utf8)) != nil
  }

  /// Whether a compiler can use the modules, because it made them.
  /// - Parameter version: the version as the compiler prints it.
  func isMadeByCompiler(of version: String) -> Bool {
    guard !version.isEmpty,
      let module = try? Data(contentsOf: URL(fileURLWithPath: moduleFiles[0]), options: .mappedIfSafe)
    else { return false }
    return module.range(of: Data(version.utf8)) != nil
  }

  /// The files that a compiled pipeline depends on: if one of them changes, the pipeline must be compiled again.
  var identifyingFiles: [String] { moduleFiles + [library] }

  var folder: String { URL(fileURLWithPath: library).deletingLastPathComponent().path }

  #if os(macOS)
    private static let libraryName = "libHeadwaterEngine.dylib"
  #else
    private static let libraryName = "libHeadwaterEngine.so"
  #endif
}
