import Foundation
import Rx
import Synchronization
import Testing

/// Random work of several threads on the operators of time, on shared sequences, and on subjects that replay.
///
/// Each round is made from its seed: which pipeline, who sends, who runs timers, who comes and goes, and how it ends. How
/// the threads interleave is up to the machine, so a failure may need several attempts with its seed.
///
/// - `HEADWATER_STRESS_SECONDS`: how long one test goes on; 2 by default.
/// - `HEADWATER_STRESS_SEED`: the seed of the first round. The test prints it, and each failure names the seed of its round.
enum Stress {
  static func run(threads: Int) {
    let settings = ProcessInfo.processInfo.environment
    let seconds = settings["HEADWATER_STRESS_SECONDS"].flatMap(Double.init) ?? 2
    let first = settings["HEADWATER_STRESS_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1_000_000_000)
    print("stress, \(threads) threads: HEADWATER_STRESS_SEED=\(first)")
    let end = Date(timeIntervalSinceNow: seconds)
    var (rounds, failures) = (0, 0)
    repeat {
      let seed = first &+ UInt64(rounds)
      for violation in round(seed, threads) {
        failures += 1
        let report = "\(violation) (\(threads) threads, HEADWATER_STRESS_SEED=\(seed))"
        print(report)
        Issue.record("\(report)")
      }
      rounds += 1
    } while Date() < end && failures < 10
    print("stress, \(threads) threads: \(rounds) rounds, \(failures) violations")
  }

  /// - Returns: sentences about what was not as it must be.
  private static func round(_ seed: UInt64, _ threads: Int) -> [String] {
    var random = Random(seed: seed)
    let before = Resources.total
    let violations =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: TimeRound(&random).run(threads)
      case 1: SharingRound(&random).run(threads)
      default: ReplayRound(&random).run(threads)
      }
    return violations + kept(before)
  }

  /// Waits for the threads of the round to release what they hold.
  private static func kept(_ before: Int32) -> [String] {
    let deadline = Date(timeIntervalSinceNow: 20)
    while Token.alive.value > 0 || Resources.total > before, Date() < deadline { usleep(100) }
    defer { Token.alive.reset() }
    let tokens = Token.alive.value
    let resources = Resources.total - before
    return [tokens > 0 ? "\(tokens) elements are kept" : nil, resources > 0 ? "\(resources) objects are kept" : nil]
      .compactMap { $0 }
  }

  /// Runs `body` on several threads that begin together, and waits for all.
  static func concurrently(_ threads: Int, _ random: inout Random, _ body: @escaping (Int, inout Random) -> Void) {
    let group = DispatchGroup()
    let ready = Tally()
    nonisolated(unsafe) let body = body
    for worker in 0..<threads {
      let seed = random.next()
      group.enter()
      Thread.detachNewThread {
        var own = Random(seed: seed)
        ready.add()
        while ready.value < threads { sched_yield() }
        body(worker, &own)
        group.leave()
      }
    }
    group.wait()
  }

  /// Takes some time without giving the processor away, because a busy machine would give it back late. Sometimes it does
  /// that all the same, so that threads on one processor get into each other's way.
  static func spend(_ steps: Int) {
    let spent = Tally()
    while spent.value < steps { spent.add() }
    if steps % 16 == 1 { sched_yield() }
  }

  /// A random number generator whose numbers follow from its seed (SplitMix64).
  struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
      state = seed
    }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// Takes a random time, mostly none.
    mutating func dawdle() {
      if chance(20) { Stress.spend(Int.random(in: 0..<2000, using: &self)) }
    }
  }

  /// A number that any thread may change.
  final class Tally: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func add(_ change: Int = 1) -> Int { number.wrappingAdd(change, ordering: .sequentiallyConsistent).newValue }

    func reset() { number.store(0, ordering: .sequentiallyConsistent) }
  }

  /// An element: a number that is counted while anybody holds it.
  final class Token: Sendable {
    static let alive = Tally()

    let number: Int

    init(_ number: Int) {
      self.number = number
      Self.alive.add()
    }

    deinit { Self.alive.add(-1) }
  }

  enum Ending: CaseIterable {
    case completed, failed, disposed

    struct Failure: Error {}

    func send(to subject: PublishSubject<Token>) {
      switch self {
      case .completed: subject.onCompleted()
      case .failed: subject.onError(Failure())
      case .disposed: break
      }
    }
  }

  /// Notes what an observer gets, and checks the grammar of events.
  final class Witness: @unchecked Sendable {
    struct Delivery {
      let numbers: [Int]
      let time: Double
      let run: HandDrivenScheduler.Run?
    }

    private struct State {
      var deliveries: [Delivery] = []
      var ending: Ending?
      var violations: [String] = []
    }

    private let state = Guarded(State())
    private let inside = Tally()
    private let scheduler: HandDrivenScheduler?

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }
    var numbers: [Int] { deliveries.flatMap(\.numbers) }
    var ending: Ending? { state.withLock { $0.ending } }
    var violations: [String] { state.withLock { $0.violations } }

    init(_ scheduler: HandDrivenScheduler? = nil) {
      self.scheduler = scheduler
    }

    func observe<Element>(
      _ source: Observable<Element>, _ numbers: @escaping (Element) -> [Int], within: @escaping () -> Void = {}
    ) -> any Disposable {
      source.subscribe { [self] event in
        if inside.add() > 1 { blame("two deliveries at once") }
        if ending != nil { blame("\(event) after the terminal event") }
        switch event {
        case .next(let element): note(numbers(element))
        case .error: state.withLock { $0.ending = .failed }
        case .completed: state.withLock { $0.ending = .completed }
        }
        within()
        inside.add(-1)
      }
    }

    func blame(_ violation: String) { state.withLock { $0.violations.append(violation) } }

    private func note(_ numbers: [Int]) {
      let delivery = Delivery(
        numbers: numbers, time: scheduler?.now.timeIntervalSinceReferenceDate ?? 0, run: scheduler?.current)
      state.withLock { $0.deliveries.append(delivery) }
      if delivery.run?.isStale == true { blame("a stale timer sent \(numbers)") }
    }
  }
}

extension [Int] {
  var isIncreasing: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }

  /// Whether each number is one more than the one before it.
  var isGapless: Bool { zip(self, dropFirst()).allSatisfy { $0 + 1 == $1 } }
}
