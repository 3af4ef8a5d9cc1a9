import Foundation
import TestSupport
import Testing

@testable import RxTrace
@testable import TraceAnalysis

/// Programs in, the profile of their stages out.
@Suite("The profile of a run", .oneAtATime)
struct ProfileTests {
  /// Work that takes as long each time, in a number of turns.
  private static let work = """
    import Foundation
    import RxSwift

    @inline(never)
    func work(_ turns: Int) -> Int {
      var state = UInt64(turns) | 1
      for _ in 0..<turns * 30_000 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
      }
      return Int(truncatingIfNeeded: state & 1)
    }

    let bag = DisposeBag()

    """

  /// How long all calls of a row take if each takes as long as the median: a busy machine stops threads within some calls.
  private static func undisturbed(_ row: Profile.Row) -> Double {
    Double(row.calls.percentile(0.5)) * Double(row.calls.count)
  }

  @Test("closures on several threads, in inner sequences and within each other have the shares that they worked")
  func shares() throws {
    let program = """
      let done = DispatchSemaphore(value: 0)
      let log = PublishSubject<Int>()
      log.map { $0 + work(2) }.subscribe(onNext: { _ in }).disposed(by: bag)
      Observable.range(start: 1, count: 20)
        .map { $0 + work(10) }
        .observe(on: SerialDispatchQueueScheduler(qos: .default))
        .flatMap { number in
          _ = work(4)
          return Observable.of(number, number + 1).filter { $0 + work(2) > 0 }
        }
        .subscribe(
          onNext: { number in
            _ = work(1)
            log.onNext(number)
            _ = work(1)
          },
          onCompleted: { done.signal() })
        .disposed(by: bag)
      done.wait()
      """
    let turns = [200.0, 80, 80, 80, 80]
    let whole = turns.reduce(0, +)
    var (least, error) = ([Double](repeating: .infinity, count: turns.count), Double.infinity)
    for _ in 0..<12 where error > 0.03 {
      let profile = try profile(Self.work + program)
      func own(_ name: String) -> [Double] {
        profile.rows.filter { $0.name == name }.map(Self.undisturbed).sorted(by: >)
      }
      let maps = own("map")
      let times = try [maps[0], maps[1], #require(own("flatMap").first), own("filter")[0], own("subscribe")[0]]
      least = zip(least, times).map { min($0, $1) }
      let sum = least.reduce(0, +)
      error = zip(least, turns).map { abs($0 / sum - $1 / whole) }.max()!
      #expect(profile.rows.reduce(0) { $0 + profile.share(of: $1) } > 0.999)
      #expect(profile.rows.first { $0.name == "observe(on:)" }?.holds.count == 20)
    }
    #expect(error <= 0.03)
  }

  @Test("what a closure does after it sent to a subject is its own, whoever listens")
  func afterCalls() throws {
    var best = Double.infinity
    for _ in 0..<16 where best > 0.05 {
      let profile = try profile(
        Self.work + """
          let (source, unheard, heard) = (PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>())
          heard.subscribe(onNext: { _ in _ = work(20) }).disposed(by: bag)
          source.map { number in
            unheard.onNext(number)
            heard.onNext(number)
            return work(20)
          }
          .filter { _ in
            unheard.onNext(0)
            return work(20) < 0
          }
          .subscribe(onNext: { _ in }).disposed(by: bag)
          for number in 0..<5 { source.onNext(number) }
          """)
      let rows = profile.rows.filter { $0.calls.count > 0 }
      #expect(Set(rows.map(\.name)) == ["map", "filter", "subscribe"])
      let times = rows.map(Self.undisturbed)
      best = min(best, times.map { abs($0 / times.reduce(0, +) - 1 / 3) }.max()!)
      let map = try #require(rows.first { $0.name == "map" })
      #expect(
        map.total > map.calls.sum && map.total - map.calls.sum >= rows.first { $0.name == "subscribe" }!.calls.sum)
    }
    #expect(best <= 0.05)
  }

  @Test("a closure within another of the same stage counts once in the total")
  func recursion() throws {
    let profile = try profile(
      Self.work + """
        let countdown = PublishSubject<Int>()
        countdown
          .subscribe(onNext: { number in
            _ = work(2)
            if number > 0 { countdown.onNext(number - 1) }
          })
          .disposed(by: bag)
        countdown.onNext(5)
        """)
    let row = try #require(profile.rows.first { $0.name == "subscribe" })
    #expect(row.calls.count == 6 && row.total >= row.calls.sum && row.total <= profile.length)
  }

  @Test("what waits and is held is timed")
  func waiting() throws {
    let profile = try profile(
      """
      import Foundation
      import RxSwift

      let bag = DisposeBag()
      let done = DispatchSemaphore(value: 0)
      let queue = SerialDispatchQueueScheduler(qos: .default)
      let typed = PublishSubject<Int>()
      typed.debounce(.milliseconds(30), scheduler: queue)
        .delay(.milliseconds(20), scheduler: queue)
        .subscribe(onNext: { _ in done.signal() })
        .disposed(by: bag)
      let batches = PublishSubject<Int>()
      batches.buffer(timeSpan: .never, count: 2, scheduler: queue).subscribe(onNext: { _ in }).disposed(by: bag)
      batches.observe(on: queue).subscribe(onNext: { _ in }).disposed(by: bag)
      typed.onNext(1)
      typed.onNext(2)
      batches.onNext(1)
      done.wait()
      batches.onNext(2)
      queue.schedule(()) { done.signal(); return Disposables.create() }.disposed(by: bag)
      done.wait()
      """)
    func row(_ name: String) throws -> Profile.Row { try #require(profile.rows.first { $0.name == name }) }
    let (debounce, delay, buffer) = (try row("debounce"), try row("delay"), try row("buffer"))
    #expect(debounce.holds.count == 1 && debounce.holds.longest >= 29_000_000)
    #expect(delay.holds.count == 1 && delay.holds.longest >= 19_000_000)
    // The second is handed on within the call that gave it.
    #expect(buffer.holds.count == 1 && buffer.holds.longest >= 49_000_000)
    #expect(try row("observe(on:)").holds.count == 2)
    #expect(debounce.waits.count == 1 && debounce.waits.longest >= 29_000_000)
  }

  @Test("rows stand for stages, operators, closures, threads or objects", arguments: ProfileGrouping.allCases)
  func groupings(grouping: ProfileGrouping) throws {
    let profile = try profile(
      """
      import RxSwift

      let cart = PublishSubject<Int>()
      func doubled() -> Observable<Int> { cart.map { $0 * 2 } }
      _ = doubled().subscribe(onNext: { _ in }, onCompleted: {})
      _ = doubled().map { $0 + 1 }.subscribe(onNext: { _ in })
      cart.onNext(1)
      cart.onCompleted()
      """, by: grouping)
    let rows = profile.rows.map { "\($0.name) \($0.calls.count)" }.sorted()
    switch grouping {
    case .stage: #expect(rows == ["cart 0", "map 1", "map 2", "subscribe 1", "subscribe 2"])
    case .operator: #expect(rows == ["PublishSubject 0", "map 3", "subscribe 3"])
    case .closure:
      #expect(
        rows == ["map onNext 1", "map onNext 2", "subscribe onCompleted 1", "subscribe onNext 1", "subscribe onNext 1"])
    case .thread: #expect(rows == ["main 6"])
    case .object: #expect(rows == ["cart 0", "map 1", "map#1 1", "map#2 1", "subscribe 1", "subscribe 2"])
    }
  }

  @Test("percentiles are exact to half a percent, and the longest is exact")
  func percentiles() {
    var durations = Durations()
    let lengths: [UInt64] = (0..<5000).map { (number: UInt64) -> UInt64 in number * number * number / 7 + number }
    for length in lengths.shuffled() { durations.add(length) }
    for share in [0.01, 0.5, 0.9, 0.99, 1] {
      let rank = Int((share * 5000).rounded(.up))
      let exact = Double(lengths[rank - 1])
      let error = abs(Double(durations.percentile(share)) - exact)
      #expect(error <= exact * 0.005 + 1, "\(share)")
    }
    #expect(durations.longest == lengths.last && durations.sum == lengths.reduce(0, +) && durations.count == 5000)
    #expect(Durations().percentile(0.5) == 0)
    var longest = Durations()
    longest.add(.max / 2)
    #expect(longest.longest == .max / 2 && longest.percentile(0.5) > .max / 2 - .max / 400)
  }

  @Test("a box of a flame graph is as wide as its part of the one around it, the widest first")
  func flameGraph() {
    var graph = FlameGraph()
    #expect(graph.isEmpty)
    graph.add(["main", "map <T>"], 1_000_000)
    graph.add(["main", "filter"], 2_000_000)
    graph.add(["main", "filter", "map <T>"], 5_000_000)
    graph.add(["lookup", "map <T>"], 2_000_000)
    graph.add(["lookup", "rare"], 10)
    let boxes = graph.html.matches(of: /style="width:([\d.]+)%"><a href="#box\d+" title="([^"]*)">([^<]*)</)
    #expect(
      boxes.map { "\($0.output.3) \($0.output.1)" } == [
        "all closures 100.00", "main 79.99", "filter 87.50", "map &lt;T&gt; 71.42", "map &lt;T&gt; 12.50",
        "lookup 20.00", "map &lt;T&gt; 99.99",
      ])
    #expect(boxes[2].output.2 == "filter: 7 ms, 69.99 % of all, 2 ms without the boxes in it")
  }

  private func profile(_ source: String, by grouping: ProfileGrouping = .stage) throws -> Profile {
    try Profile(AnalysedRun(name: "run", run: recorded(source)), by: grouping)
  }
}
