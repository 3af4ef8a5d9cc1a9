import Foundation
import PipelineRunning
import RxTrace
import Synchronization
import Testing
import TraceAnalysis

@testable import Walkthrough

/// A whole site in a folder of its own: pages, pipelines with their recorded runs, and an engine of one file.
final class MiniatureSite: Sendable {
  let root: URL
  private let runs: [String: Trace]
  private let arrange: PipelineRecorder.Arrange?
  private let frames: [ReturnAddress: [SourceFrame]]
  private let errorOutput: String
  private let crashing: Set<String>
  private let hasDebugEngine: Mutex<Bool>
  let recordings = Recordings()

  /// Tells how often a pipeline was recorded.
  final class Recordings: Sendable {
    private let list = Mutex<[String]>([])

    var names: [String] { list.withLock { $0 } }

    func add(_ name: String) { list.withLock { $0.append(name) } }
  }

  /// - Parameters:
  ///   - frames: The functions and lines of the runs' return addresses.
  ///   - errorOutput: What each program writes to standard error.
  ///   - crashing: The programs that a signal ends.
  init(
    _ files: [String: String] = [:], runs: [String: Trace] = ["flow.swift": .flow],
    frames: [ReturnAddress: [SourceFrame]] = [:], errorOutput: String = "",
    crashing: Set<String> = [], hasDebugEngine: Bool = true, arrange: PipelineRecorder.Arrange? = nil
  ) throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("walkthrough-\(UUID().uuidString)")
    (self.runs, self.frames, self.arrange) = (runs, frames, arrange)
    (self.errorOutput, self.crashing) = (errorOutput, crashing)
    self.hasDebugEngine = Mutex(hasDebugEngine)
    try write(Self.engine, to: "Rx/Core.swift")
    try write(Self.pipeline, to: "content/flow.swift")
    for (path, text) in files { try write(text, to: "content/\(path)") }
  }

  /// Lets the next builds run their pipelines with another engine.
  func useEngine(isDebug: Bool) { hasDebugEngine.withLock { $0 = isDebug } }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// One page under its front matter, which takes three lines.
  convenience init(
    page body: String, runs: [String: Trace] = ["flow.swift": .flow], errorOutput: String = ""
  ) throws {
    try self.init(["page.md": "---\ntitle: Page\n---\n" + body], runs: runs, errorOutput: errorOutput)
  }

  func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }

  func write(_ bytes: Data, to path: String) throws {
    let url = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url)
  }

  /// Writes a file beside its place and renames it, so that nobody who watches the folder finds half of it.
  func replace(_ path: String, by text: String) throws {
    try write(text, to: "replacement")
    guard rename(root.appending(path: "replacement").path, root.appending(path: path).path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  @discardableResult
  func build(
    into output: String = "dist", _ mode: SiteBuilder.Mode = .write, memory: BuildMemory = BuildMemory()
  ) throws -> BuildReport {
    try builder(into: output, memory: memory).build(mode)
  }

  func builder(into output: String = "dist", memory: BuildMemory) -> SiteBuilder {
    let folders = SiteFolders(
      content: content, output: root.appendingPathComponent(output), look: Self.look,
      sources: [root.appendingPathComponent("Rx")], cache: root.appendingPathComponent("cache"))
    return SiteBuilder(folders: folders, recorder: recorder, memory: memory)
  }

  /// Builds a release in the folder `public`.
  func builder(release: String) throws -> SiteBuilder {
    let folders = SiteFolders(
      content: content, releases: try SiteReleases(release, in: root.appendingPathComponent("public")), look: Self.look,
      sources: [root.appendingPathComponent("Rx")], cache: root.appendingPathComponent("cache"))
    return SiteBuilder(folders: folders, recorder: recorder)
  }

  private var content: URL { URL(fileURLWithPath: "content", relativeTo: root.appendingPathComponent("/")) }

  private static var look: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("site")
  }

  /// Gives each pipeline the run that is laid down for its name and its arguments.
  private var recorder: PipelineRecorder {
    let (runs, frames, errorOutput, crashing, recordings) = (runs, frames, errorOutput, crashing, recordings)
    return PipelineRecorder(
      key: { file, _ in ContentHash.text(ofFile: file.path) ?? "" },
      record: { file, arguments in
        let own = file.pathComponents.contains("changed") ? "changed " + file.lastPathComponent : file.lastPathComponent
        let name = ([own] + arguments).joined(separator: " ")
        recordings.add(name)
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        if let message = Self.refusal(of: text, at: file.path) {
          throw PipelineError.doesNotCompile(file: file.path, diagnostics: message)
        }
        guard let trace = runs[name] else { throw DoesNotCompile() }
        var run = PipelineRun(trace: trace, output: "", status: 0)
        run.frames = frames
        run.errorOutput = errorOutput
        if crashing.contains(name) { (run.ending, run.status) = (.signalled(SIGILL), 128 + SIGILL) }
        return run
      }, arrange: arrange, answer: Self.answer,
      fix: { program, _ in
        let copy = program.deletingLastPathComponent().appending(path: "fixed-" + program.lastPathComponent)
        return FileManager.default.fileExists(atPath: copy.path) ? copy : nil
      },
      change: { [root] pipeline, text in
        let copy = root.appending(path: "changed/\(pipeline.lastPathComponent)")
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: copy, atomically: true, encoding: .utf8)
        return copy
      }, hasDebugEngine: hasDebugEngine.withLock { $0 })
  }

  /// `headwater check RUN` is answered as by the command; each other command has no answer.
  @Sendable private static func answer(
    to line: String, about run: (_ name: String) throws -> AnalysedRun
  ) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    guard words.starts(with: ["headwater", "check"]), words.count == 3 else { throw SystemError.failed("no answer") }
    return CheckReport(try run(words[2])).text
  }

  /// What a compiler says of the word `misspelt`; nil for a text without it.
  private static func refusal(of text: String, at path: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = lines.firstIndex(where: { $0.contains("misspelt") }) else { return nil }
    let column = lines[row].count { $0 == " " } + 1
    return "\(path):\(row + 1):\(column): error: cannot find 'misspelt' in scope\n"
  }

  struct DoesNotCompile: Error, CustomStringConvertible { var description: String { "it does not compile" } }

  /// The errors of a build, one a line; empty when it succeeds.
  func errors(memory: BuildMemory = BuildMemory()) throws -> String {
    do {
      try build(memory: memory)
      return ""
    } catch let error as SiteBuildError {
      return error.description
    }
  }

  /// The HTML of a page's text, between its title and the links below it.
  func body(_ path: String = "page.html") throws -> String {
    Self.body(in: try html(path))
  }

  static func body(in html: String) -> String {
    let start = html.range(of: "</header>\n", options: .backwards)!.upperBound
    let end = html.range(of: "\n</article>")!.lowerBound
    return String(html[start..<end])
  }

  func html(_ path: String = "page.html") throws -> String {
    try build()
    return try written(path)
  }

  func written(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("dist/\(path)"), encoding: .utf8)
  }

  /// The files of the search whose names begin so, one after another: `en-` begins those of English pages.
  func searchTexts(_ beginning: String) throws -> String {
    let folder = root.appendingPathComponent("dist/search")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.sorted().filter { $0.hasPrefix(beginning) }.map { try written("search/" + $0) }.joined()
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path) }

  static let engine = """
    public class Observable<Element>: ObservableType {
      func subscribe(receiver: Receiver<Element>) -> Disposable { abstractMethod() }
    }
    class Producer<Element>: Observable<Element> {
      override func subscribe(receiver: Receiver<Element>) -> Disposable {
        let made = run(receiver, cancel: SinkDisposer())
        return made
      }
      func run(_ observer: Receiver<Element>, cancel: Cancelable) -> Disposable { abstractMethod() }
    }
    final class Just<Element>: Producer<Element> {
      override func run(_ observer: Receiver<Element>, cancel: Cancelable) -> Disposable {
        let sink = JustSink(observer)
        return sink.start()
      }
    }
    protocol ObservableType {}
    extension ObservableType {
      func subscribe(onNext: (() -> Void)? = nil, onError: (() -> Void)? = nil,
        onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil) -> Disposable {
        subscribe(receiver: Receiver(onNext))
      }
    }
    class Sink<Element>: Receiver<Element> {
      final func forwardOn(next element: Element, line: UInt = #line) { observer.on(next: element) }
      final func forwardOnCompleted() { observer.onCompleted() }
    }
    final class JustSink<Element>: Sink<Element> {}
    class Receiver<Element>: ObserverType, Disposable {
      func on(next element: Element) { onCore(next: element) }
      func onCompleted() {}
      func onCore(next element: Element) {}
      func overloaded(_ number: Int) {}
      func overloaded(_ text: String) {}
    }
    protocol ObserverType {}
    protocol Disposable {}

    """

  static let pipeline = """
    import Rx
    _ = Observable.just(1).subscribe(onNext: { print($0) })

    """
}

extension Trace {
  static let flow = recorded(
    """
    Just.subscribe(onNext:)
      Just.subscribe ^Rx/Core.swift:21
        Just.run ^Rx/Core.swift:6
          JustSink.forwardOn next 1 ^Rx/Core.swift:14
            Receiver.on next 1
              Receiver.onCore next 1 ^Rx/Core.swift:30
                Receiver.closure next 1
                  output 1
          JustSink.forwardOn completed
            Receiver.on completed
    """)
}
