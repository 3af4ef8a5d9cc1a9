import Foundation
import TestSupport
import Testing
import TraceViews

@testable import PipelineRunning
@testable import RxTrace
@testable import TraceAnalysis

/// Recordings in, what a page shows of a watched program out.
@Suite("What the page of a watched program is told", .oneAtATime)
struct WatchStateTests {
  private static let program = """
    import RxSwift

    struct Rude: CustomStringConvertible { var description = "<img>\\u{202E}" }
    let numbers = PublishSubject<Int>()
    let shared = numbers.map { $0 * 2 }.share()
    let first = shared.flatMap { _ in Observable.just(Rude()) }.subscribe()
    let second = shared.filter { $0 > 2 }.subscribe()
    for number in 1...3 { numbers.onNext(number) }
    second.dispose()

    """

  private func state() throws -> WatchState {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "pipeline.swift")
    try Self.program.write(to: file, atomically: true, encoding: .utf8)
    let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
    let cache = BuiltProducts.folder.appending(path: "headwater-tests")
    let place = folder.appending(path: "run.hwtrace").path
    let runner = PipelineRunner(mode: .captured(), engine: engine, cache: cache)
    _ = try runner.record(RunRequest(.files([file.path])), keepingTraceAt: place, adding: .symbolsAndTexts)
    var watch = try RecordingWatch(place, trusting: TrustedFolders())
    while try watch.read(for: .seconds(1)) {}
    return WatchState(watch.table, watch.table.rows(at: watch.now), at: watch.now)
  }

  @Test("events are counted on the ways between the stages, and values cannot hide anything")
  func links() throws {
    let state = try state()
    let named = state.stages.map { ($0.stage, "\($0.name):\($0.place?.suffix(1) ?? "")") }
    let names = Dictionary(uniqueKeysWithValues: named)
    let links = state.links.map { "\(names[$0[0]]!) \(names[$0[1]]!) \($0[2])" }.sorted()
    #expect(
      links == [
        "filter:7 subscribe:7 2", "flatMap:6 subscribe:6 3", "just:6 flatMap:6 6", "map:5 share:5 3",
        "numbers:4 map:5 3", "share:5 filter:7 3", "share:5 flatMap:6 3",
      ], "\(links)")
    #expect(state.stages.first { $0.name == "flatMap" }?.value == #"<img>\u{202E}"#)
    #expect(state.stages.filter { $0.name == "filter" }.map(\.open) == [0])
    let read = try JSONSerialization.jsonObject(with: Data(state.json.utf8)) as? [String: Any]
    #expect((read?["stages"] as? [Any])?.count == state.stages.count && read?["ending"] == nil)
    #expect(state.receivers.map(\.count).reduce(0, +) == links.count)
  }

  @Test("before the first step there is nothing to show")
  func nothing() throws {
    let state = WatchState.beforeTheFirst
    #expect(state.stages.isEmpty && state.graph.isEmpty)
    #expect(try state.json.contains(#""steps" : 0"#))
  }

  @Test("the page and its list of stages escape what the program said")
  func page() {
    let page = WatchPage(title: "<b>\u{202E}", askingEvery: 200).html
    #expect(page.contains(#"<h1>&lt;b&gt;\u{202E}</h1>"#) && page.contains(#"data-every="200""#))
    let place = SourceLine(file: "<i>.swift", line: 3)
    let stage = PageStage(name: "<b>", place: place, facts: [], errors: 0, receivers: [])
    let list = PipelineList([stage], opensEditor: false).text
    #expect(list.contains("<b>&lt;b&gt;</b><span class=\"where\">&lt;i&gt;.swift:3</span>") && !list.contains("button"))
  }
}
