import Foundation
import Rx

extension Stress {
  /// An operator of time. All threads send to its source in turn, run its timers, also stale ones, and let time pass.
  final class TimeRound: @unchecked Sendable {
    enum Operation: CaseIterable {
      case debounce, throttle, throttleFirst, delay, timeout, buffer, window, sample, takeFor, skipFor
    }

    private struct Sending {
      var next = 1
      var isOver = false
      /// By element: the moment before it was sent, and its time.
      var begun: [Int: (moment: Int, time: Double)] = [:]
      /// By action: the moment after it ran.
      var ran: [Int: Int] = [:]
    }

    private let operation: Operation
    private let ending: Ending
    private let count: Int
    private let span = 10.0
    private let source = PublishSubject<Token>()
    private let sampler = PublishSubject<Void>()
    private let scheduler: HandDrivenScheduler
    private let witness: Witness
    private let subscription = SingleAssignmentDisposable()
    // Numbers that nobody reads, because the thread sanitizer reports a race on a value that has no bytes.
    private let turn = Guarded(0)
    private let samplersTurn = Guarded(0)
    private let sending = Guarded(Sending())
    private let moment = Tally()
    private let windows = (begun: Tally(), ended: Tally())
    /// The element that is being sent.
    private let current: Tally
    private var random: Random

    init(_ random: inout Random) {
      operation = Operation.allCases.randomElement(using: &random)!
      ending = Ending.allCases.randomElement(using: &random)!
      count = Int.random(in: 1...12, using: &random)
      let current = Tally()
      self.current = current
      scheduler = HandDrivenScheduler { current.value }
      witness = Witness(scheduler)
      self.random = random
    }

    func run(_ threads: Int) -> [String] {
      subscription.setDisposable(observe())
      concurrently(threads, &random) { [self] _, random in work(&random) }
      while !sendNext() {}
      if operation == .sample { sample() }
      runRemaining()
      let violations = (witness.violations + check()).map { "\(operation), \(ending): \($0), got \(witness.numbers)" }
      subscription.dispose()
      let isLeft = source.hasObservers || sampler.hasObservers
      return violations + (isLeft ? ["\(operation), \(ending): a source is still observed"] : [])
    }

    private func observe() -> any Disposable {
      let due = RxTimeInterval.seconds(Int(span))
      let one: (Token) -> [Int] = { [$0.number] }
      switch operation {
      case .debounce: return witness.observe(source.debounce(due, scheduler: scheduler), one)
      case .throttle: return witness.observe(source.throttle(due, scheduler: scheduler), one)
      case .throttleFirst: return witness.observe(source.throttle(due, latest: false, scheduler: scheduler), one)
      case .delay: return witness.observe(source.delay(due, scheduler: scheduler), one)
      case .timeout:
        let other = Observable<Token>.deferred { .just(Token(-1)) }
        return witness.observe(source.timeout(due, other: other, scheduler: scheduler), one)
      case .buffer:
        let arrays = source.buffer(timeSpan: due, count: 3, scheduler: scheduler)
        return witness.observe(arrays) { $0.map(\.number) }
      case .window:
        let windows = windows
        let elements = source.window(timeSpan: due, count: 3, scheduler: scheduler).flatMap { window in
          windows.begun.add()
          return window.do(onError: { _ in windows.ended.add() }, onCompleted: { windows.ended.add() })
        }
        return witness.observe(elements, one)
      case .sample: return witness.observe(source.sample(sampler), one)
      case .takeFor: return witness.observe(source.take(for: due, scheduler: scheduler), one)
      case .skipFor: return witness.observe(source.skip(due, scheduler: scheduler), one)
      }
    }

    private func work(_ random: inout Random) {
      for _ in 0..<count * 3 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: _ = sendNext()
        case 4..<8: runTimer(&random)
        default: scheduler.advance(seconds: [1, 4, span].randomElement(using: &random)!)
        }
        random.dawdle()
      }
    }

    /// - Returns: whether everything was sent before.
    private func sendNext() -> Bool {
      turn.withLock { _ in
        let number = sending.withLock { $0.next }
        guard number <= count else { return endOnce() }
        let now = scheduler.now.timeIntervalSinceReferenceDate
        sending.withLock { sending in
          sending.begun[number] = (moment.add(), now)
          sending.next += 1
        }
        current.add()
        source.onNext(Token(number))
        return false
      }
    }

    private func endOnce() -> Bool {
      let isFirst = sending.withLock { sending in
        defer { sending.isOver = true }
        if !sending.isOver { sending.begun[count + 1] = (moment.add(), 0) }
        return !sending.isOver
      }
      if isFirst { ending == .disposed ? subscription.dispose() : ending.send(to: source) }
      return true
    }

    private func runTimer(_ random: inout Random) {
      if operation == .sample { return sample() }
      if let number = scheduler.due.randomElement(using: &random) { runAction(number) }
    }

    private func runAction(_ number: Int) {
      scheduler.run(number)
      let after = moment.add()
      sending.withLock { $0.ran[number] = after }
    }

    private func sample() { samplersTurn.withLock { _ in sampler.onNext(()) } }

    /// A window's and a buffer's timer starts the next one, so it may go on for ever after a disposal that failed.
    private func runRemaining() {
      for _ in 0..<count * 3 + 20 where scheduler.waiting > 0 {
        scheduler.advance(seconds: span)
        for number in scheduler.due { runAction(number) }
      }
    }

    // MARK: What must hold

    private func check() -> [String] {
      let numbers = witness.numbers
      var violations: [String] = []
      func expect(_ isRight: Bool, _ violation: @autoclosure () -> String) {
        if !isRight { violations.append(violation()) }
      }
      let all = Array(1...count)
      let isWhole = ending == .completed
      switch operation {
      case .debounce:
        expect(numbers.isIncreasing, "out of order")
        expect(!isWhole || numbers.last == count, "the last element is lost")
        violations += checkDebounce(Set(numbers))
      case .throttle, .throttleFirst:
        expect(numbers.isIncreasing && numbers.first ?? 1 == 1, "out of order")
        let times = witness.deliveries.map(\.time)
        expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= span - 1e-3 }, "too early: \(times)")
        expect(!isWhole || operation == .throttleFirst || numbers.last == count, "the last element is lost")
      case .delay:
        expect(numbers == Array(all.prefix(numbers.count)), "not the first elements")
        expect(!isWhole || numbers == all, "elements are lost")
        let begun = sending.withLock { $0.begun }
        for delivery in witness.deliveries where delivery.time < begun[delivery.numbers[0]]!.time + span - 1e-3 {
          expect(false, "\(delivery.numbers) came too early")
        }
      case .timeout:
        let own = numbers.filter { $0 > 0 }
        expect(own == Array(all.prefix(own.count)), "not the first elements")
        expect(numbers == own || numbers == own + [-1], "the source after the other sequence")
        expect(!isWhole || numbers == all || numbers == own + [-1], "elements are lost")
        expect(ending == .disposed || witness.ending != nil, "it does not end")
      case .buffer:
        expect(numbers == Array(all.prefix(numbers.count)), "not the first elements")
        expect(!isWhole || numbers == all, "elements are lost")
        expect(witness.deliveries.allSatisfy { $0.numbers.count <= 3 }, "an array is too long")
      case .window:
        expect(numbers == Array(all.prefix(numbers.count)), "not the first elements")
        expect(!isWhole || numbers == all, "elements are lost")
        expect(ending == .disposed || windows.begun.value == windows.ended.value, "a window has no end")
      case .sample:
        expect(numbers.isIncreasing, "out of order")
        expect(!isWhole || numbers.last == count, "the last element is lost")
      case .takeFor:
        expect(numbers == Array(all.prefix(numbers.count)), "not the first elements")
        expect(ending == .disposed || witness.ending != nil, "it does not end")
      case .skipFor:
        expect(numbers.isGapless, "elements are lost")
        expect(!isWhole || numbers.isEmpty || numbers.last == count, "the last element is lost")
      }
      if ending != .disposed, operation != .timeout, operation != .takeFor {
        expect(witness.ending == ending, "ended by \(String(describing: witness.ending))")
      }
      return violations
    }

    /// An element comes only with the timer that it started, and comes if that ran before the next element was sent.
    private func checkDebounce(_ sent: Set<Int>) -> [String] {
      let early = witness.deliveries.filter { $0.run.map { $0.note } ?? $0.numbers[0] != $0.numbers[0] }
      let sending = sending.withLock { $0 }
      let lost = (1...count).filter { number in
        guard !sent.contains(number), let ran = sending.ran[number - 1], let next = sending.begun[number + 1] else {
          return false
        }
        return ran < next.moment
      }
      return early.map { "\($0.numbers) came with the timer of \($0.run!.note)" } + lost.map { "\($0) is lost" }
    }
  }
}
