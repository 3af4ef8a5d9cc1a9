import Foundation
import TestSupport
import Testing

@testable import RxTrace
@testable import TraceViews

/// What makes the trace of a large program readable: parts of it, times, and words for what a stage waits for.
@Suite("The program's view of a large run", .oneAtATime)
struct TraceOfAnAppTests {
  /// Two pipelines that meet in one subject, and one that has nothing to do with them.
  private static let app = """
    import RxSwift

    let names = PublishSubject<String>()
    let ages = PublishSubject<Int>()
    let other = PublishSubject<Int>()
    _ = names.map { $0 + "!" }.subscribe(onNext: { print($0) })
    _ = names.filter { $0.isEmpty }.subscribe(onNext: { print($0) })
    _ = ages.map { $0 + 1 }.subscribe(onNext: { other.onNext($0) })
    _ = other.scan(0) { $0 + $1 }.subscribe(onNext: { print($0) })
    names.onNext("Ada")
    ages.onNext(36)
    other.onNext(1)
    """

  private func text(
    _ source: String = app, width: Int = 100, times: Bool = false, _ filter: (inout TraceFilter) throws -> Void
  ) throws -> String {
    let run = try recorded(source)
    var chosen = TraceFilter()
    try filter(&chosen)
    if let complaint = chosen.complaint(about: run) { return complaint }
    var look = ProgramLook(width: width)
    (look.showsTimes, look.leavesOutOtherWays) = (times, !chosen.pipelines.isEmpty)
    return ProgramText(run, isKept: chosen.isEmpty ? nil : chosen.matches(run), look: look).text
  }

  // MARK: Pipelines

  @Test("a pipeline is what leads to a stage and what it leads to, and other ways of its events are left out")
  func pipeline() throws {
    let text = try text { try $0.addPipelines(["map pipeline.swift:6"]) }
    #expect(text.contains("names ● \"Ada\"") && text.contains("map \"Ada!\" · subscribe"), "\(text)")
    #expect(!text.contains("filter") && !text.contains("ages") && !text.contains("other"), "\(text)")
  }

  @Test("a pipeline goes on through a subject to which a closure of it sends", arguments: ["ages", "pipeline.swift:4"])
  func pipelineThroughSubject(stage: String) throws {
    let text = try text { try $0.addPipelines([stage]) }
    #expect(text.contains("ages ● 36") && text.contains("other ● 37") && text.contains("scan 37"), "\(text)")
    #expect(!text.contains("names"), "\(text)")
  }

  @Test("a pipeline goes on through a shared sequence and inner sequences")
  func pipelineThroughShare() throws {
    let text = try text(
      """
      import RxSwift

      let taps = PublishSubject<Int>()
      let shared = taps.flatMap { Observable.just($0).map { $0 * 10 } }.share()
      _ = shared.filter { $0 > 0 }.subscribe(onNext: { print($0) })
      _ = shared.skip(1).subscribe(onNext: { print($0) })
      taps.onNext(1)
      """
    ) { try $0.addPipelines(["filter"]) }
    #expect(text.contains("taps ● 1") && text.contains("flatMap 10 · share 10 · filter 10"), "\(text)")
    #expect(!text.contains("skip"), "\(text)")
  }

  @Test("an unknown stage is an error, which names the nearest ones")
  func unknownStage() throws {
    let complaint = try text { try $0.addPipelines(["nam"]) }
    #expect(complaint.hasPrefix("no stage is nam; nearest: map, names"), "\(complaint)")
  }

  @Test("a stage is an operator, a line, or both", arguments: ["map a b", "", "map search"])
  func badStage(text: String) { #expect(StagePattern(text) == nil) }

  // MARK: Times and lines

  @Test("from the first step of a line on")
  func after() throws {
    let text = try text { try $0.limit(from: nil, to: nil, after: "pipeline.swift:11") }
    #expect(text.contains("ages ● 36") && text.contains("other ● 1"), "\(text)")
    #expect(!text.contains("subscribe names") && !text.contains("Ada"), "\(text)")
    let complaint = try self.text { try $0.limit(from: nil, to: nil, after: "pipeline.swift:21") }
    #expect(complaint == "no step was made in pipeline.swift:21; nearest: pipeline.swift:12")
  }

  @Test("between two times, each line with its own")
  func times() throws {
    let source = """
      import Foundation
      import RxSwift

      let taps = PublishSubject<Int>()
      _ = taps.subscribe(onNext: { _ in })
      for number in 1...3 {
        Thread.sleep(forTimeInterval: 0.2)
        taps.onNext(number)
      }
      """
    let all = try text(source, times: true) { _ in }
    let line = try #require(all.split(separator: "\n").first { $0.contains("taps ● 2") })
    #expect(line.contains(#/ \d\d\d\.\d ms  taps ● 2/#), "\(all)")
    let text = try text(source) { try $0.limit(from: "300ms", to: "0.5s", after: nil) }
    #expect(text.contains("taps ● 2") && !text.contains("taps ● 1") && !text.contains("taps ● 3"), "\(text)")
  }

  @Test(
    "times are numbers with a unit",
    arguments: [
      ("1.2s", 1_200_000_000), ("300ms", 300_000_000), ("50us", 50_000), ("50µs", 50_000), ("7ns", 7),
      ("2min", 120_000_000_000), ("12", nil), ("-1s", nil), ("s", nil), ("1.2.3s", nil), ("1e99s", nil),
    ])
  func time(text: String, nanoseconds: UInt64?) { #expect(RunTime.nanoseconds(text) == nanoseconds) }

  @Test(
    "a time has the digits that tell lines apart",
    arguments: [(0, "0 µs"), (850_400, "850 µs"), (12_440_000, "12.4 ms"), (1_204_567_000, "1.204 s")])
  func timeText(nanoseconds: UInt64, text: String) { #expect(RunTime.text(nanoseconds) == text) }

  // MARK: Words and folds

  @Test("a stage that combines says which input it waits for, or how many elements it keeps")
  func waiting() throws {
    let text = try text(
      """
      import RxSwift

      let terms = PublishSubject<Bool>()
      let newsletter = PublishSubject<Bool>()
      let taps = PublishSubject<Int>()
      _ = Observable.combineLatest(terms, newsletter).subscribe()
      _ = Observable.zip(taps, newsletter).subscribe()
      _ = taps.withLatestFrom(terms).subscribe()
      _ = taps.sample(newsletter).subscribe()
      terms.onNext(false)
      terms.onNext(true)
      taps.onNext(1)
      taps.onNext(2)
      terms.onNext(false)
      """
    ) { _ in }
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.contains("combineLatest ") && $0.hasSuffix("waits for newsletter") }, "\(text)")
    #expect(lines.contains { $0.contains("zip ") && $0.hasSuffix("waits for newsletter") }, "\(text)")
    #expect(lines.contains { $0.contains("zip ") && $0.hasSuffix("2 kept") }, "\(text)")
    #expect(lines.contains { $0.contains("sample ") && $0.hasSuffix("waits for newsletter") }, "\(text)")
    let latest = lines.filter { $0.contains("withLatestFrom  ") && !$0.contains("subscribe") }
      .compactMap { $0.split(separator: "  ").last?.drop { $0 == " " } }
    #expect(latest.prefix(2) == ["kept, never used", "kept as the latest"], "\(text)")
    #expect(latest.last == "waits for taps", "\(text)")
  }

  @Test("a storm of one error is a handful of lines, and a different error is another line")
  func storm() throws {
    let text = try text(
      """
      import RxSwift

      struct Offline: Error {}
      struct Refused: Error {}
      var tries = 0
      let request = Observable<Int>.create { observer in
        tries += 1
        if tries < 500 { observer.onError(tries == 250 ? Refused() : Offline()) } else { observer.onCompleted() }
        return Disposables.create()
      }
      _ = request.map { $0 }.retry().subscribe()
      """
    ) { _ in }
    #expect(text.split(separator: "\n").count < 12, "\(text)")
    #expect(text.contains("✕ Offline()") && text.contains("×249") && text.contains("✕ Refused()"), "\(text)")
  }

  @Test("the thread is never cut, however long the other words are", arguments: [60, 80, 100])
  func thread(width: Int) throws {
    let text = try text(
      """
      import Foundation
      import RxSwift

      func aFunctionWithARatherLongName(_ subject: PublishSubject<String>, anArgument: Int) {
        subject.onNext(String(repeating: "long ", count: 40))
      }
      let aSubjectWithALongName = PublishSubject<String>()
      let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.a-queue")
      let done = DispatchSemaphore(value: 0)
      _ = aSubjectWithALongName.observe(on: queue).distinctUntilChanged().subscribe(onNext: { _ in done.signal() })
      aFunctionWithARatherLongName(aSubjectWithALongName, anArgument: 1)
      done.wait()
      """, width: width
    ) { _ in }
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasSuffix("  main") || $0.hasSuffix("a-queue") }, "\(text)")
    #expect(lines.allSatisfy { $0.count <= width }, "\(text)")
  }

  @Test("the first element of startWith is its own, and what comes to the stage before it is not")
  func passedOn() throws {
    let text = try text(
      """
      import RxSwift

      let taps = PublishSubject<Int>()
      _ = taps.flatMapLatest { Observable.just($0) }.startWith(0).subscribe()
      taps.onNext(1)
      """
    ) { _ in }
    #expect(text.contains("startWith ● 0"), "\(text)")
    #expect(text.contains("flatMapLatest") && !text.contains("startWith 1"), "\(text)")
  }
}
