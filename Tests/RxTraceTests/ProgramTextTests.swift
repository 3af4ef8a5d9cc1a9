import Foundation
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace
@testable import TraceViews

/// Programs in, their views out.
@Suite("The program's view of a run", .oneAtATime)
struct ProgramTextTests {
  @Test("an event has the line and the function that sent it, and each operator says what it did")
  func sender() throws {
    let text = try view(
      """
      import RxSwift

      let cart = PublishSubject<Int>()
      func addToCart() {
        cart.onNext(1)
      }
      func applyCoupon() { cart.onNext(5) }
      let bag = DisposeBag()
      cart
        .map { $0 * 2 }
        .filter { $0 > 5 }
        .subscribe(onNext: { print("price \\($0)") })
        .disposed(by: bag)
      addToCart()
      applyCoupon()
      """)
    #expect(
      text == """
        #1   subscribe cart → map → filter           pipeline.swift:12
        #9   cart ● 1                                pipeline.swift:5 addToCart()
               map 2 · filter ✗                      dropped
        #15  cart ● 5                                pipeline.swift:7 applyCoupon()
               map 10 · filter 10 · subscribe → "price 10"

        """)
  }

  @Test("a subject that create makes has the name of its variable, and one that an operator makes has not")
  func createdSubject() throws {
    let text = try view(
      """
      import RxSwift

      let news = ReplaySubject<Int>.create(bufferSize: 1)
      let shared = news.replay(1)
      news.onNext(1)
      _ = news.subscribe(onNext: { print($0) })
      _ = shared.connect()
      """)
    #expect(text.contains("news ● 1"), "\(text)")
    #expect(text.contains("subscribe news "), "\(text)")
    #expect(!text.contains("create"), "\(text)")
  }

  @Test("a test's hot sequence sends its elements itself, and an operator that keeps one is not said to have ended")
  func testSequences() throws {
    let text = try view(
      """
      import RxSwift
      import RxTest

      let scheduler = TestScheduler(initialClock: 0)
      let taps = scheduler.createHotObservable([.next(210, "a"), .next(220, "b"), .completed(230)])
      let reply = scheduler.createColdObservable([.next(5, 1), .completed(6)])
      _ = taps.filter { $0 == "a" }.flatMap { _ in reply.asObservable() }.subscribe(onNext: { print($0) })
      scheduler.start()
      """)
    #expect(
      text == """
        #4   subscribe taps → filter → flatMap       pipeline.swift:7
        #13  taps ● "a"                              pipeline.swift:5
               filter "a" · flatMap                  subscribed
        #22  reply ● 1                               pipeline.swift:6
               flatMap 1 · subscribe → "1"
        #29  reply completed                         pipeline.swift:6
               flatMap
        #33  taps ● "b"                              pipeline.swift:5
               filter ✗                              dropped
        #36  taps completed                          pipeline.swift:5
               filter · flatMap · subscribe

        """)
  }

  @Test("what differs in objects and values only is one entry with a count")
  func repeats() throws {
    let text = try view(
      """
      import RxSwift

      _ = Observable.range(start: 1, count: 500)
        .flatMap { Observable.just($0) }
        .subscribe(onNext: { _ in })
      """)
    #expect(text.split(separator: "\n").count < 12, "\(text)")
    #expect(text.contains("range ● 1 … 500") && text.contains("×500"), "\(text)")
  }

  @Test("without folding, each of the repeats has its entry, also below another one")
  func unfolded() throws {
    let run = try recorded(
      """
      import RxSwift

      _ = Observable.range(start: 1, count: 20).subscribe(onNext: { _ in })
      """)
    let text = ProgramText(run, width: 80, foldsRepeats: false).text
    #expect((1...20).allSatisfy { text.contains("range ● \($0) ") } && !text.contains("×"), "\(text)")
  }

  @Test("an error names the stage that it came from and the one that replaced it, and later events find nobody")
  func errors() throws {
    let text = try view(
      """
      import RxSwift

      struct Offline: Error {}
      let taps = PublishSubject<Int>()
      let bag = DisposeBag()
      taps.map { if $0 == 2 { throw Offline() } else { $0 } }
        .catchAndReturn(0)
        .subscribe(onNext: { print($0) }).disposed(by: bag)
      taps.onNext(2)
      taps.onNext(3)
      """)
    #expect(text.contains("map ✕ Offline() · catchAndReturn ● 0 · subscribe → \"0\""), "\(text)")
    #expect(text.contains("taps ● 3") && text.contains("nobody listens"), "\(text)")
  }

  @Test("relays, drivers and bindings have their own names")
  func relays() throws {
    let text = try view(
      """
      import RxCocoa
      import RxRelay
      import RxSwift

      let query = BehaviorRelay(value: "")
      let shown = PublishRelay<String>()
      let bag = DisposeBag()
      query.asDriver().drive(onNext: { print("drive", $0) }).disposed(by: bag)
      query.skip(1).bind(to: shown).disposed(by: bag)
      shown.subscribe(onNext: { print("shown", $0) }).disposed(by: bag)
      query.accept("a")
      """)
    for words in [
      "drive query → asDriver", "bind query → skip", "query ● \"a\"", "shown ● \"a\"", "drive → \"drive a\"",
    ] {
      #expect(text.contains(words), "\(words) is missing in\n\(text)")
    }
    #expect(!text.contains("#1 (") && !text.contains("BehaviorSubject"), "\(text)")
  }

  @Test("a line says on which thread it ran if there are several")
  func threads() throws {
    let text = try view(
      """
      import Dispatch
      import RxSwift

      let subject = PublishSubject<Int>()
      let done = DispatchSemaphore(value: 0)
      let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.db")
      let bag = DisposeBag()
      subject.observe(on: scheduler).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      subject.onNext(7)
      done.wait()
      """)
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.contains("subject ● 7") && $0.hasSuffix("main") }, "\(text)")
    #expect(lines.contains { $0.contains("subscribe") && $0.hasSuffix("com.example.db") }, "\(text)")
  }

  @Test("lines fit the width, whatever the values", arguments: [60, 80, 200])
  func width(_ columns: Int) throws {
    let run = try recorded(
      """
      import RxSwift

      let long = PublishSubject<String>()
      _ = long.map { $0 + $0 }.filter { !$0.isEmpty }.map { $0.uppercased() }.subscribe(onNext: { print($0) })
      func sendSomethingRatherLong() { long.onNext(String(repeating: "long ", count: 40)) }
      sendSomethingRatherLong()
      """)
    let lines = ProgramText(run, width: columns).text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines.joined(separator: "\n"))")
    #expect(lines.contains { $0.contains("pipeline.swift:5") })
  }

  @Test("the function's name gives way to the thread's on a narrow terminal", arguments: [60, 80, 100])
  func threads(_ columns: Int) throws {
    let run = try recorded(
      """
      import Foundation
      import RxSwift

      let server = DispatchQueue(label: "server")
      let answers = PublishSubject<Int>()
      _ = answers.subscribe(onNext: { _ in })
      func answerTheRequestOfSomebody(withTheNumber number: Int, later isLate: Bool) { answers.onNext(number) }
      server.sync { answerTheRequestOfSomebody(withTheNumber: 1, later: true) }
      let thread = Thread { server.sync { answerTheRequestOfSomebody(withTheNumber: 2, later: true) } }
      thread.start()
      while !thread.isFinished { usleep(1000) }
      """)
    let line = try #require(
      ProgramText(run, width: columns).text.split(separator: "\n").first { $0.contains("answers ● 2") })
    #expect(line.contains("pipeline.swift:7") && line.hasSuffix("  server") && line.count <= columns, "\(line)")
  }

  @Test("the tests of a run are headings, and what XCTest prints about its progress is left out")
  func headings() throws {
    let trace = try RunScript.trace { run in
      run.print("Test Suite 'All tests' started at 2026-01-01 10:00:00.000\n")
      run.print("Test Case 'CartTests.testSum' started at 2026-01-01 10:00:00.000\n")
      run.print("sum 3\n")
      run.print("Test Case 'CartTests.testSum' passed (0.001 seconds)\n")
      run.print("Test Case 'CartTests.testTax' started at 2026-01-01 10:00:00.000\n")
      run.print("Test Case 'CartTests.testTax' failed (0.001 seconds)\n")
      run.print("Test Suite 'All tests' failed at 2026-01-01 10:00:00.002\n")
      run.print("\t Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.002) seconds\n")
    }
    let lines = ProgramText(LocatedTrace(trace: trace), width: 80).text.split(separator: "\n")
    #expect(
      lines == [
        "#2  ── CartTests.testSum ──", "#3  prints \"sum 3\"", "#5  ── CartTests.testTax ──",
        "#6  CartTests.testTax failed",
      ])
  }

  @Test("with a filter, an entry is shown if one of its steps passes")
  func filtered() throws {
    let run = try recorded(
      """
      import RxSwift

      let subject = PublishSubject<Int>()
      _ = subject.map { "<\\($0)>" }.subscribe(onNext: { _ in })
      for number in 1...3 { subject.onNext(number) }
      """)
    var filter = TraceFilter()
    filter.values = ["<2>"]
    let text = ProgramText(run, isKept: filter.matches(run), width: 80).text
    #expect(text.contains("subject ● 2") && !text.contains("subject ● 1") && !text.contains("subject ● 3"), "\(text)")
  }

  @Test("with a filter, a subscription shows only those of its events that pass")
  func filteredWithin() throws {
    let run = try recorded(
      """
      import RxSwift

      _ = Observable.of(1, 2, 3).map { "<\\($0)>" }.subscribe(onNext: { print($0) })
      """)
    var filter = TraceFilter()
    filter.values = ["<2>"]
    let lines = ProgramText(run, isKept: filter.matches(run), width: 80).text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].contains("subscribe of → map"))
    #expect(lines[1].contains("of ● 2") && lines[2].contains("map \"<2>\" · subscribe → \"<2>\""), "\(lines)")
  }

  @Test("a step without a line of its own is told by that of the call around it")
  func filteredPlumbing() throws {
    let run = try recorded(
      """
      import RxSwift

      _ = Observable.of(1, 2, 3).map { $0 + 1 }.subscribe(onNext: { print($0) })
      """)
    let step = try #require(run.trace.steps.first { $0.kind == .run })
    var filter = TraceFilter()
    filter.steps = [NumberRange(step.number, step.number)]
    let text = ProgramText(run, isKept: filter.matches(run), width: 80).text
    #expect(text.hasPrefix("#1") && text.contains("subscribe of → map") && !text.contains("●"), "\(text)")
  }

  @Test("a run without lines of source is told with the names of types")
  func withoutSource() throws {
    let trace = try withFile(TraceWriter.hello.file) { try Trace(contentsOf: $0) }
    #expect(ProgramText(LocatedTrace(trace: trace), width: 80).text.contains("#1"))
  }
}

@Suite("The callers in a recording", .oneAtATime)
struct CallerTests {
  @Test("calls that the program makes have its line and function, and calls of the engine have none of their own")
  func callers() throws {
    let run = try recorded(
      """
      import RxSwift

      let first = PublishSubject<Int>()
      let second = PublishSubject<Int>()
      func forward(_ number: Int) {
        second.onNext(number)
      }
      let subscription = first.map { $0 + 1 }.subscribe(onNext: { forward($0) })
      _ = second.subscribe()
      first.onNext(1)
      subscription.dispose()
      """)
    let names = run.programNames
    func lines(_ kind: StepKind, _ name: String) -> [Int?] {
      run.trace.steps.filter { $0.kind == kind && $0.object.map { names.label(of: $0) } == name }
        .map { names.directCaller(of: $0)?.line.line }
    }
    #expect(lines(.on, "first") == [10])
    #expect(lines(.on, "second") == [6])
    #expect(lines(.on, "map") == [nil])
    #expect(lines(.subscribeClosures, "map") == [8])
    let dispose = try #require(run.trace.steps.first { $0.kind == .dispose })
    #expect(names.caller(of: dispose)?.text == "pipeline.swift:11")
    let forwarded = try #require(
      run.trace.steps.first { $0.kind == .on && $0.parent != nil && names.directCaller(of: $0) != nil })
    #expect(names.directCaller(of: forwarded)?.text == "pipeline.swift:6 forward(_:)")
  }

  @Test("each stage of a chain has its own line, in functions, loops and closures")
  func stages() throws {
    let run = try recorded(
      """
      import RxSwift

      func doubled(_ source: Observable<Int>) -> Observable<Int> {
        source
          .map { $0 * 2 }
          .filter {
            $0 > 2
          }
      }
      for start in 1...2 {
        _ = doubled(.of(start, start + 1))
          .scan(0, accumulator: +)
          .subscribe()
      }
      """)
    let names = run.programNames
    let stages = run.trace.objects.filter { $0.role == .observable }.map { names.name(of: $0.id) }
    for name in ["map", "filter"] {
      for number in 1...2 {
        #expect(stages.contains("\(name)#\(number) (pipeline.swift:\(name == "map" ? 5 : 6))"), "\(stages)")
      }
    }
    #expect(stages.contains("scan#2 (pipeline.swift:12)"), "\(stages)")
  }
}

private func view(_ source: String) throws -> String { ProgramText(try recorded(source), width: 100).text }
