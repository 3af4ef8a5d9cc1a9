import Foundation
import TestSupport
import Testing

@testable import RxTrace
@testable import TraceAnalysis

/// Programs in, the table of their stages out.
@Suite("The report on the stages of a run", .oneAtATime)
struct StageReportTests {
  @Test("a stage has one row, with the elements that it took, handed on and dropped, and the last one")
  func counts() throws {
    let rows = try rows(
      """
      import RxSwift

      let cart = PublishSubject<Int>()
      cart.onNext(0)
      let subscription = cart
        .map { $0 * 2 }
        .filter { $0 > 5 }
        .subscribe(onNext: { print($0) })
      for price in [1, 5, 7, 2] { cart.onNext(price) }
      subscription.dispose()
      """)
    #expect(
      rows == [
        "cart :3 now 0 peak 1 in 5 out 4 dropped 1 errors 0 inner 0 last 2",
        "map :6 now 0 peak 1 in 4 out 4 dropped 0 errors 0 inner 0 last 4",
        "filter :7 now 0 peak 1 in 4 out 2 dropped 2 errors 0 inner 0 last 14",
        "subscribe :8 now 0 peak 1 in 2 out 0 dropped 0 errors 0 inner 0 last 14",
      ])
  }

  @Test("a stage that is subscribed twice has one row, and counts what is open and the most at once")
  func subscriptions() throws {
    let rows = try rows(
      """
      import RxSwift

      let source = PublishSubject<Int>()
      let doubled = source.map { $0 * 2 }
      func listen() -> Disposable { doubled.subscribe(onNext: { _ in }) }
      let first = listen()
      let second = listen()
      let third = listen()
      source.onNext(1)
      first.dispose()
      third.dispose()
      source.onNext(2)
      """)
    #expect(
      rows == [
        "source :3 now 1 peak 3 in 2 out 4 dropped 0 errors 0 inner 0 last 2",
        "map :4 now 1 peak 3 in 4 out 4 dropped 0 errors 0 inner 0 last 4",
        "subscribe :5 now 1 peak 3 in 4 out 0 dropped 0 errors 0 inner 0 last 4",
      ])
  }

  @Test("a shared sequence has one subscription upstream, and hands each element to all of its observers")
  func shares() throws {
    let rows = try rows(
      """
      import RxSwift

      let source = PublishSubject<Int>()
      let shared = source.map { $0 + 1 }.share(replay: 1)
      _ = shared.subscribe(onNext: { _ in })
      source.onNext(1)
      _ = shared.subscribe(onNext: { _ in })
      source.onNext(2)
      """)
    #expect(rows.contains { $0.hasPrefix("map :4 now 1 peak 1 in 2 out 2 ") }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("share :4 now 2 peak 2 in 2 out 4 dropped 0 ") }, "\(rows)")
  }

  @Test("inner sequences are counted at their peak, and their elements are not taken twice")
  func inners() throws {
    let rows = try rows(
      """
      import RxSwift

      let taps = PublishSubject<Int>()
      let answers = [PublishSubject<String>(), PublishSubject<String>(), PublishSubject<String>()]
      _ = taps
        .flatMap { answers[$0] }
        .subscribe(onNext: { _ in })
      for tap in 0..<3 { taps.onNext(tap) }
      answers[1].onNext("b")
      answers[1].onCompleted()
      answers[0].onNext("a")
      """)
    #expect(rows.contains("flatMap :6 now 1 peak 1 in 3 out 2 dropped 0 errors 0 inner 3 last \"a\""), "\(rows)")
  }

  @Test("flatMapLatest has one inner sequence at a time, and flatMapFirst drops what comes meanwhile")
  func switching() throws {
    let rows = try rows(
      """
      import RxSwift

      let taps = PublishSubject<Int>()
      _ = taps.flatMapLatest { _ in Observable<Int>.never() }.subscribe()
      _ = taps.flatMapFirst { _ in Observable<Int>.never() }.subscribe()
      for tap in 0..<3 { taps.onNext(tap) }
      """)
    #expect(rows.contains("flatMapLatest :4 now 1 peak 1 in 3 out 0 dropped 0 errors 0 inner 1 last -"), "\(rows)")
    #expect(rows.contains("flatMapFirst :5 now 1 peak 1 in 3 out 0 dropped 2 errors 0 inner 1 last -"), "\(rows)")
  }

  @Test("a stage that passes its observer on is subscribed as long as what it passes it on to")
  func passedOn() throws {
    let rows = try rows(
      """
      import RxSwift

      let taps = PublishSubject<Int>()
      let answers = PublishSubject<Int>()
      _ = taps.map { $0 }.startWith(0)
        .flatMapLatest { _ in answers.startWith(1) }.subscribe()
      taps.onNext(1)
      """)
    #expect(rows.contains("startWith :5 now 1 peak 1 in 0 out 1 dropped 0 errors 0 inner 0 last 0"), "\(rows)")
    #expect(rows.contains("map :5 now 1 peak 1 in 1 out 1 dropped 0 errors 0 inner 0 last 1"), "\(rows)")
    #expect(rows.contains { $0.hasPrefix("startWith :6 now 1 peak 1 ") }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("answers :4 now 1 peak 1 ") }, "\(rows)")
  }

  @Test("an error counts once at each stage that it comes to, also at the one where it comes up")
  func errors() throws {
    let rows = try rows(
      """
      import RxSwift

      struct Offline: Error {}
      let taps = PublishSubject<Int>()
      _ = taps.map { if $0 == 2 { throw Offline() } else { $0 } }
        .catchAndReturn(0)
        .subscribe(onNext: { _ in })
      taps.onNext(1)
      taps.onNext(2)
      """)
    #expect(rows.contains("map :5 now 0 peak 1 in 2 out 1 dropped 0 errors 1 inner 0 last 1"), "\(rows)")
    #expect(rows.contains { $0.hasPrefix("catchAndReturn :6 now 0 peak 1 in 1 out 2 dropped 0 errors 1 ") }, "\(rows)")
    #expect(rows.contains("subscribe :7 now 0 peak 1 in 2 out 0 dropped 0 errors 0 inner 0 last 0"), "\(rows)")
  }

  @Test("what a stage keeps is dropped when something replaces it, or when the sequence ends")
  func kept() throws {
    let rows = try rows(
      """
      import RxSwift

      let left = PublishSubject<Int>()
      let right = PublishSubject<Int>()
      let bag = CompositeDisposable()
      _ = bag.insert(Observable.zip(left, right).subscribe())
      _ = bag.insert(Observable.combineLatest(left, right).subscribe())
      _ = bag.insert(left.sample(right).subscribe())
      _ = bag.insert(left.buffer(timeSpan: .seconds(9), count: 9, scheduler: MainScheduler.instance).subscribe())
      for number in 1...3 { left.onNext(number) }
      right.onNext(1)
      bag.dispose()
      """)
    #expect(rows.contains { $0.hasPrefix("zip :6 now 0 peak 1 in 4 out 1 dropped 2 ") }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("combineLatest :7 now 0 peak 1 in 4 out 1 dropped 2 ") }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("sample :8 now 0 peak 1 in 4 out 1 dropped 2 ") }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("buffer :9 now 0 peak 1 in 3 out 0 dropped 3 ") }, "\(rows)")
  }

  @Test("a stage says how long its closures took, without the closures within them")
  func closureTime() throws {
    let report = try StageReport(
      AnalysedRun(
        name: "run",
        run: recorded(
          """
          import Foundation
          import RxSwift

          let taps = PublishSubject<Int>()
          _ = taps.map { number -> Int in Thread.sleep(forTimeInterval: 0.05); return number }
            .subscribe(onNext: { _ in })
          let outer = PublishSubject<Int>()
          _ = outer.subscribe(onNext: { taps.onNext($0) })
          outer.onNext(1)
          """)))
    let times = Dictionary(report.rows.map { ("\($0.name) \($0.place?.line ?? 0)", $0.tally.closureTime) }) { one, _ in
      one
    }
    #expect(times["map 5"]! >= 50_000_000)
    #expect(times["subscribe 8"]! < 40_000_000)
  }

  @Test("rows are sorted by a count, the largest first, and otherwise by their places")
  func sorting() throws {
    var report = try report(Self.simple)
    report.sort(by: .dropped)
    #expect(report.rows.map(\.name) == ["filter", "numbers", "map", "subscribe"])
    report.sort(by: .stage)
    #expect(report.rows.map(\.name) == ["filter", "map", "numbers", "subscribe"])
    report.sort(by: .place)
    #expect(report.rows.map(\.name) == ["numbers", "map", "filter", "subscribe"])
  }

  @Test("a table fits the terminal, and leaves out columns without a number", arguments: [80, 120])
  func table(width: Int) throws {
    let lines = try report(Self.simple).text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { ShownText.width(String($0)) <= width })
    #expect(lines[0].hasSuffix("last value") && lines[0].contains("peak") && !lines[0].contains("inner"))
    #expect(lines.contains { $0.hasPrefix("filter ") && $0.contains("pipeline.swift:5") && $0.hasSuffix("6") })
  }

  @Test("CSV and JSON have all columns")
  func forms() throws {
    let report = try report(Self.simple)
    let rows = report.csvText.split(separator: "\r\n")
    #expect(rows[0].split(separator: ",").count == 14)
    #expect(rows.contains { $0.hasPrefix("filter,") && $0.contains(",5,0,1,1,3,2,1,0,0,") && $0.hasSuffix(",6,false") })
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(report.jsonText().utf8)) as? [String: Any])
    let stages = try #require(json["stages"] as? [[String: Any]])
    let filter = try #require(stages.first { $0["stage"] as? String == "filter" })
    #expect(filter["dropped"] as? Int == 1 && filter["in"] as? Int == 3 && filter["lastValue"] as? String == "6")
    #expect((filter["subscriptions"] as? [String: Int]) == ["now": 0, "peak": 1, "all": 1])
  }

  @Test("only the stages of a pipeline, of a line or of a name; an unknown one names the nearest")
  func filters() throws {
    let run = AnalysedRun(
      name: "run",
      run: try recorded(
        """
        import RxSwift

        let names = PublishSubject<String>()
        let prices = PublishSubject<Int>()
        _ = names.map { $0 + "!" }.subscribe()
        _ = prices.map { $0 + 1 }.subscribe()
        names.onNext("a")
        prices.onNext(1)
        """))
    func stages(_ add: (inout TraceFilter) throws -> Void) throws -> [String] {
      var filter = TraceFilter()
      try add(&filter)
      return try StageReport(run, choosing: filter).rows.map { "\($0.name):\($0.place?.line ?? 0)" }
    }
    #expect(try stages { try $0.addPipelines(["map pipeline.swift:6"]) } == ["prices:4", "map:6", "subscribe:6"])
    #expect(try stages { try $0.addPipelines(["names"]) } == ["names:3", "map:5", "subscribe:5"])
    #expect(
      try stages { $0.addNames(objects: [], threads: [], sources: [FilterList("pipeline.swift:5")]) }
        == ["map:5", "subscribe:5"])
    let nearest = "map pipeline.swift:6, map pipeline.swift:5, names pipeline.swift:3"
    #expect(throws: ReportError.matchesNothing("no stage is mop pipeline.swift:6; nearest: \(nearest)")) {
      try stages { try $0.addPipelines(["mop pipeline.swift:6"]) }
    }
  }

  private static let simple = """
    import RxSwift

    let numbers = Observable.of(1, 2, 3)
    _ = numbers.map { $0 * 2 }
      .filter { $0 > 2 }
      .subscribe(onNext: { _ in })
    """

  private func report(_ source: String) throws -> StageReport {
    try StageReport(AnalysedRun(name: "run", run: recorded(source)))
  }

  /// `map :6 now 0 peak 1 in 4 out 4 dropped 0 errors 0 inner 0 last 4`
  private func rows(_ source: String) throws -> [String] {
    var report = try report(source)
    report.sort(by: .place)
    return report.rows.map { row in
      let tally = row.tally
      return "\(row.name) :\(row.place?.line ?? 0) now \(tally.subscriptions.now) peak \(tally.subscriptions.peak) "
        + "in \(tally.taken) out \(tally.sent) dropped \(tally.dropped) errors \(tally.errors) "
        + "inner \(tally.inners.peak) last \(row.lastValue?.text ?? "-")"
    }
  }
}

/// The report itself is tried on runs of its own; these are those of the other commands.
@Suite("The report agrees with the other reports", .oneAtATime)
struct ReportAgreementTests {
  @Test("what the report counts as dropped is what why-not calls so")
  func dropped() throws {
    let run = AnalysedRun(
      name: "run",
      run: try recorded(
        """
        import RxSwift

        let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
        let bag = CompositeDisposable()
        func keep(_ disposable: Disposable) { _ = bag.insert(disposable) }
        keep(a.filter { $0 > 10 }.subscribe())
        keep(a.distinctUntilChanged().subscribe())
        keep(a.skip(1).subscribe())
        keep(a.take(1).subscribe())
        keep(a.withLatestFrom(b).subscribe())
        keep(a.takeLast(1).subscribe())
        keep(a.ignoreElements().subscribe())
        for number in [101, 101, 7] { a.onNext(number) }
        bag.dispose()
        """))
    let report = try StageReport(run)
    let dropped = Dictionary(report.rows.map { ($0.name, $0.tally.dropped) }, uniquingKeysWith: max)
    #expect(dropped["filter"] == 1 && dropped["distinctUntilChanged"] == 1 && dropped["skip"] == 1)
    #expect(dropped["take"] == 0 && dropped["withLatestFrom"] == 3 && dropped["ignoreElements"] == 3)
    #expect(dropped["takeLast"] == 3)
    let said = [
      6: "filter dropped 7", 10: "withLatestFrom dropped 7", 11: "takeLast still kept 7",
      12: "ignoreElements dropped 7",
    ]
    for (line, words) in said {
      let text = try WhyNotReport(value: "7", at: StepSelection.Place("pipeline.swift:\(line)"), in: run).text
      #expect(text.contains(words), "\(text)")
    }
  }
}
