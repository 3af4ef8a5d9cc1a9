import Foundation
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace

/// Programs that are run for every arrangement of their inputs' marbles.
@Suite(.oneAtATime) final class ArrangementTests {
  private let folder: URL
  private let runner: ArrangementRunner

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "arrangements-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
    runner = try ArrangementRunner(
      runner: PipelineRunner(mode: .captured(), engine: engine, cache: folder.appending(path: "cache")),
      folder: folder.appending(path: "cache"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func program(_ name: String, _ chain: String, before: String = "") throws -> String {
    let file = folder.appending(path: name + ".swift")
    try """
    import RxSwift
    import RxTest
    \(before)
    let given = MarbleArguments("-a-b-|")
    let scheduler = TestScheduler(initialClock: 0)
    let letters = scheduler.createHotObservable(marbles: given[0], from: 0)
    let observer = scheduler.start(subscription: given.subscription, from: 0) { \(chain) }
    print(observer.marbles)
    """.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  private func lane(ticks: Int = 4, hasFreeEnd: Bool = true, hasErrors: Bool = true) -> ArrangementGrid.Lane {
    .init(isHot: true, sequence: 0, names: ["a", "b"], ticks: ticks, hasFreeEnd: hasFreeEnd, hasErrors: hasErrors)
  }

  private func request(_ path: String, limit: Int = 40_000) -> ArrangementRunner.Request {
    .init(path: path, grids: [.init(lanes: [lane()]), .init(lanes: [lane(ticks: 3, hasFreeEnd: false)])], limit: limit)
  }

  private var entries: Int {
    let programs = folder.appending(path: "cache/programs").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: programs)) ?? []).count { $0.hasPrefix("arr") }
  }

  @Test func lanesCountTheirArrangements() {
    // One end; an element and an end; two elements and an end, out of five ticks: each with two kinds of end.
    #expect(lane().count == 2 * (5 + 10 + 10))
    #expect(lane(hasFreeEnd: false).count == 2 * (1 + 4 + 6))
    #expect(lane(hasFreeEnd: false, hasErrors: false).count == 11)
    #expect(ArrangementGrid(lanes: [lane(), lane()]).count == 2500)
  }

  @Test func candidatesBecomeSmallerAndFit() {
    let large = (0..<3).map { _ in
      ArrangementGrid.Lane(
        isHot: true, sequence: 0, names: ["a", "b", "c", "d"], ticks: 12, hasFreeEnd: true, hasErrors: true)
    }
    let candidates = ArrangementGrid.candidates(for: large, limit: 1000)
    #expect(!candidates.isEmpty && candidates.allSatisfy { $0.count <= 1000 })
    #expect(zip(candidates, candidates.dropFirst()).allSatisfy { $0.count >= $1.count })
    #expect(ArrangementGrid.candidates(for: [lane()], limit: 1000).first == ArrangementGrid(lanes: [lane()]))
  }

  @Test(arguments: [([1, 2, 6], 9), ([3, 5, 7, 11], 12), ([], 4), ([2], 2)])
  func theProgramsOwnArrangementStaysOnSmallerGrids(places: [Int], end: Int) {
    let lane = ArrangementGrid.Lane(
      isHot: false, sequence: 0, names: places.map { "\($0)" }, ticks: max(end, 3), hasFreeEnd: true, hasErrors: true,
      recorded: .init(places: places, end: end))
    let candidates = ArrangementGrid.candidates(for: [lane, lane, lane], limit: 8000)
    #expect(!candidates.isEmpty)
    for lane in candidates.flatMap(\.lanes) {
      #expect(Set(places).isSubset(of: lane.places) && lane.names.count == places.count)
      #expect(lane.hasFreeEnd ? lane.last >= end : lane.last == end)
    }
  }

  @Test func anEndMayComeWithTheLastElementIfTheProgramsOwnDoes() throws {
    let path = folder.appending(path: "single.swift")
    try """
    import RxSwift
    import RxTest
    let given = MarbleArguments("-(1|)")
    let scheduler = TestScheduler(initialClock: 0)
    let number = scheduler.createColdObservable(marbles: given[0])
    let observer = scheduler.start(subscription: given.subscription, from: 0) { number.asSingle().asObservable() }
    print(observer.marbles)
    """.write(to: path, atomically: true, encoding: .utf8)
    let lane = ArrangementGrid.Lane(
      isHot: false, sequence: 0, names: ["1"], ticks: 3, hasFreeEnd: true, hasErrors: false,
      recorded: .init(places: [1], end: 1))
    // Without an element three ends, with one in the ticks 0 to 3: three, three, two, one.
    #expect(lane.places == [0, 1, 2, 3] && lane.count == 3 + 3 + 3 + 2 + 1)
    let request = ArrangementRunner.Request(path: path.path, grids: [.init(lanes: [lane])], limit: 40_000)
    #expect(try runner.outcomes(of: [request])[0]?.count == 12)
  }

  @Test func everyArrangementIsRunInOneProgram() throws {
    let paths = [
      try program("map", "letters.map { $0 + \"!\" }"),
      try program("delay", "letters.delay(.seconds(1), scheduler: scheduler)"),
    ]
    let outcomes = try runner.outcomes(of: paths.map { request($0) })
    #expect(outcomes.map { $0?.count } == [50, 50])
    #expect(outcomes.map { $0?.texts } == [["a!", "b!"], ["a", "b"]])
    #expect(outcomes.allSatisfy { $0.map { !$0.packed.isEmpty && $0.packed.count < 600 } ?? false })
  }

  @Test func everyValueOfAHandleIsRunWithEveryArrangement() throws {
    let path = try program("takes", "letters.take(1)")
    let number = ArrangementHandle(place: .text(before: "take(", after: ")"), values: ["0", "1", "2"], recorded: 1)
    var request = request(path)
    request.handles = [number]
    let numbers = try #require(try runner.outcomes(of: [request])[0])
    #expect(numbers.count == 150 && numbers.texts == ["a", "b"])
    // One element is taken in the program's own text, whatever stands in the handle's place.
    #expect(try runner.outcomes(of: [self.request(path)])[0]?.texts == ["a"])
  }

  @Test func wordsOfAHandleAreRunLikeNumbers() throws {
    let path = try program("ends", "letters.take(until: { $0 == \"a\" }, behavior: .exclusive)")
    let place = ArrangementHandle.Place.text(before: "behavior: ", after: ")")
    let behavior = ArrangementHandle(place: place, values: [".inclusive", ".exclusive"], recorded: 1)
    var request = request(path)
    #expect(try runner.outcomes(of: [request])[0]?.texts.contains("a") == false)
    request.handles = [behavior]
    let outcomes = try #require(try runner.outcomes(of: [request])[0])
    #expect(outcomes.count == 100 && outcomes.texts == ["a"])
  }

  @Test func theSubscriptionAndItsDisposalMove() throws {
    let path = try program("sends", "Observable.just(\"x\").concat(Observable.never())")
    let start = ArrangementHandle(place: .subscription, values: ["0", "2"], recorded: 0)
    let stop = ArrangementHandle(place: .disposal, values: ["1", "3", "never"], recorded: 2)
    let request = ArrangementRunner.Request(path: path, grids: [.init(lanes: [])], limit: 4000, handles: [start, stop])
    #expect(try runner.outcomes(of: [request])[0]?.count == 6)
  }

  @Test func outcomesAreKeptUntilTheProgramChanges() throws {
    let path = try program("take", "letters.take(1)")
    let first = try runner.outcomes(of: [request(path)])
    #expect(entries == 1)
    #expect(try runner.outcomes(of: [request(path)]) == first && entries == 1)
    _ = try program("take", "letters.skip(1)")
    let second = try runner.outcomes(of: [request(path)])
    #expect(entries == 2 && second != first)
  }

  /// Otherwise they could be removed as the oldest ones, while those of other programs are made.
  @Test func outcomesThatAreKnownAreUsedNow() throws {
    let path = try program("take", "letters.take(1)")
    _ = try runner.outcomes(of: [request(path)])
    let programs = folder.appending(path: "cache/programs")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: programs.path).first { $0.hasPrefix("arr") })
    let entry = programs.appending(path: name).path
    try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: entry)
    _ = try runner.outcomes(of: [request(path)])
    let used = try #require(try FileManager.default.attributesOfItem(atPath: entry)[.modificationDate] as? Date)
    #expect(used.timeIntervalSinceNow > -3600)
  }

  @Test func aLargerGridGivesWayToOneThatFits() throws {
    let path = try program("merge", "Observable.merge(letters, letters.map { $0 + $0 })")
    let whole = try #require(try runner.outcomes(of: [request(path)])[0])
    let cut = try #require(try runner.outcomes(of: [request(path, limit: whole.packed.count)])[0])
    #expect(cut.grid.lanes[0].ticks == 3 && cut.count < whole.count)
  }

  @Test func oneThatDoesNotCompileInAFunctionIsLeftOut() throws {
    let paths = [
      try program(
        "extending", "letters.twice()", before: "extension Observable { func twice() -> Observable { self } }"),
      try program("map", "letters.map { $0 }"),
    ]
    let outcomes = try runner.outcomes(of: paths.map { request($0) })
    #expect(outcomes[0] == nil && outcomes[1]?.count == 50)
    #expect(try runner.outcomes(of: [request(paths[0])]) == [nil] && entries == 2)
  }

  @Test func oneThatStopsGoesOnWithTheNextArrangement() throws {
    let path = try program("trap", "letters.enumerated().map { place, letter in place == 1 ? [\"\"][place] : letter }")
    let outcomes = try #require(try runner.outcomes(of: [request(path)])[0])
    #expect(outcomes.count == 50 && outcomes.texts == ["a"])
  }

  @Test func oneThatNeverEndsHasNoOutcomes() throws {
    let path = try program("endless", "letters.do(onNext: { _ in while true {} })")
    #expect(try runner.outcomes(of: [request(path)]) == [nil])
  }

  @Test func workIsSharedEvenly() {
    let parts = ArrangementRunner.shared([0, 1, 2, 3], among: 2) { [10, 1, 6, 5][$0] }
    #expect(parts == [[0, 1], [2, 3]])
  }
}
