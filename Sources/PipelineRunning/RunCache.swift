import Foundation
import RxTrace
import Synchronization

/// Recorded runs of pipelines, kept from one process to the next: a pipeline is run again only when its text, the
/// engine, the compiler or a limit has changed.
///
///     let cache = RunCache(runner: PipelineRunner(mode: .captured()))
///     let run = try cache.run(of: "hello.swift")  // compiled and run
///     let same = try cache.run(of: "hello.swift")  // read
///
/// Only runs that ended by themselves with status 0 are kept, because others may end differently the next time; and of
/// those only what was recorded to the end, because a thread may have been writing when the program ended. A run without
/// Rx leaves no recording, so it is not kept either. May be used on several threads at once.
public final class RunCache: Sendable {
  private let runner: PipelineRunner
  private let limits: String
  private let cache: ProgramCache
  /// The compiler with the engine's key, found once, because finding them takes longer than reading a pipeline.
  private let compiler = Mutex<PipelineCompiler?>(nil)
  /// The package that pipelines belong to.
  private let package: PipelinePackage?

  /// - Parameters:
  ///   - package: A package whose modules the pipelines may import, instead of only the engine's. It has to depend on
  ///     the engine itself, or on RxSwift, which the engine then replaces.
  ///   - folder: The folder that keeps runs; one of the user's own if none is given.
  /// - Throws: ``PipelineError`` for a folder that does not hold a package, and if no folder can keep runs.
  public init(runner: PipelineRunner, package: URL? = nil, folder: URL? = nil) throws {
    let cache = try folder.map(ProgramCache.init) ?? .standard()
    self.runner = runner
    limits = runner.limits
    self.cache = cache
    self.package = try package.map { try PipelinePackage(root: $0, cache: cache) }
  }

  /// Identifies everything that a pipeline's run depends on.
  /// - Parameter path: a Swift file, or a folder of files that make one program.
  /// - Throws: ``PipelineError``
  public func key(of path: String, arguments: [String] = []) throws -> String {
    let source = try PipelineSource(paths: files(of: path))
    let program = try package?.key(of: source) ?? knownCompiler().key(source)
    var hash = ContentHash()
    // A program may read files of the folder that it runs in.
    for part in ["3", program, limits, FileManager.default.currentDirectoryPath] + arguments { hash.add(part) }
    return hash.text
  }

  private func knownCompiler() throws -> PipelineCompiler {
    try compiler.withLock { known in
      if let known { return known }
      var compiler = try runner.compiler()
      compiler.knownKey = try compiler.key()
      known = compiler
      return compiler
    }
  }

  /// The runner that records. It needs no known compiler for a package's program, which its package compiles.
  private func recorder() throws -> PipelineRunner { package == nil ? runner.knowing(try knownCompiler()) : runner }

  private func files(of path: String) throws -> [String] {
    let paths = try ProgramFiles(of: path).paths
    guard package == nil || paths == [path] else {
      throw PipelineError.notSource(file: path, reason: "is a folder, and a site of a package runs single files")
    }
    return paths
  }

  /// A copy of a program's files, some of which have another text.
  /// - Parameters:
  ///   - path: a Swift file, or a folder of files that make one program.
  ///   - texts: the other texts, by the paths of their files.
  /// - Returns: the path of the copy, which stands for the same program as `path`.
  package func copy(of path: String, replacing texts: [String: String]) throws -> String {
    let all = try ProgramFiles(of: path).texts().merging(texts) { _, other in other }.sorted { $0.key < $1.key }
    var hash = ContentHash()
    for part in all.flatMap({ [$0.key, $0.value] }) { hash.add(part) }
    let root = (path as NSString).deletingLastPathComponent
    let folder = try cache.entry("copy-" + hash.text) { folder in
      for (file, text) in all {
        let place = folder.appending(path: String(file.dropFirst(root.count)))
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: place, atomically: false, encoding: .utf8)
      }
    }
    return folder.appending(path: (path as NSString).lastPathComponent).path
  }

  /// - Parameters:
  ///   - path: a Swift file, or a folder of files that make one program.
  ///   - arguments: The arguments of the pipeline's program.
  /// - Throws: ``PipelineError``, ``TraceError``
  public func run(of path: String, arguments: [String] = []) throws -> PipelineRun {
    let key = try key(of: path, arguments: arguments)
    var fresh: PipelineRun?
    do {
      let folder = try cache.entry("run-" + key) { folder in
        var request = try package?.request(for: path) ?? RunRequest(.files(files(of: path)))
        request.arguments = arguments
        var run = try recorder().record(
          request, keepingTraceAt: folder.appending(path: Self.trace).path, findsOrigins: false)
        // The frames are looked up once, while the program is there.
        let images = Symbolicator.imagesOfProgram(run.trace).union(Symbolicator.engines(run.trace))
        run.frames = try frames(of: run.trace, path, images, in: folder)
        fresh = run
        guard run.ending == .exited(0), run.usesRx, run.trace.unfinishedRecords == 0 else { throw NotKept() }
        try Data(run.output.utf8).write(to: folder.appending(path: Self.output))
        try Data(run.errorOutput.utf8).write(to: folder.appending(path: Self.errors))
      }
      return try fresh ?? kept(path, in: folder)
    } catch is NotKept {
      guard let fresh else { throw SystemError.failed("\(path): was not run") }
      return fresh
    }
  }

  /// Runs a text in the place of a pipeline's, which nobody has read before. The run is not kept.
  /// - Parameters:
  ///   - path: the pipeline's file, which gives messages its name.
  ///   - report: is given the compiler's warnings.
  /// - Throws: ``PipelineError``, ``TraceError``, ``RunCancelled``
  public func tryOut(
    _ text: String, as path: String, arguments: [String] = [], supervision: RunSupervision,
    reporting report: (String) -> Void = { _ in }
  ) throws -> PipelineRun {
    guard package == nil else {
      throw PipelineError.notSource(
        file: path, reason: "belongs to a package, and only a file that needs nothing but the engine can be edited here"
      )
    }
    let name = String(path.split(separator: "/").last ?? "")
    let request = RunRequest(.source(text, name: name), arguments: arguments)
    return try runner.knowing(knownCompiler()).supervised(by: supervision).record(request, reporting: report)
  }

  private struct NotKept: Error {}

  private static let trace = "run.hwtrace"
  private static let output = "output"
  private static let errors = "errors"
  private static let frames = "frames"

  /// The frames that the folder keeps, and those that are found in the images.
  private func frames(
    of trace: Trace, _ path: String, _ images: Set<String>, in folder: URL
  ) throws -> [ReturnAddress: [SourceFrame]] {
    let sources = package == nil ? try files(of: path) : nil
    var symbolicator = Symbolicator(images: images, sources: sources, memory: folder.appending(path: Self.frames))
    return symbolicator.frames(of: trace)
  }

  private func kept(_ path: String, in folder: URL) throws -> PipelineRun {
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
    var run = PipelineRun(
      trace: try Trace(contentsOf: folder.appending(path: Self.trace).path), output: try text(Self.output), status: 0)
    run.errorOutput = try text(Self.errors)
    // The program may be gone, or have been compiled anew.
    run.frames = try frames(of: run.trace, path, [], in: folder)
    return run
  }
}
