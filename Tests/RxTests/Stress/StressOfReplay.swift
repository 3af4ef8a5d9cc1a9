import Foundation
import Rx

extension Stress {
  /// A subject that sends new observers what it was sent before. Observers, some of them slow, come and go on all threads
  /// but one, which sends.
  final class ReplayRound: @unchecked Sendable {
    enum Kind: CaseIterable {
      case replaySubject, replayAll, behaviorSubject, share

      /// How many elements a new observer gets at most that were sent before.
      var bufferSize: Int {
        switch self {
        case .replaySubject, .share: 3
        case .replayAll: .max
        case .behaviorSubject: 1
        }
      }
    }

    private let kind: Kind
    private let count: Int
    private let input: PublishSubject<Token>
    private let output: Observable<Token>
    private let connection: any Disposable
    private let sent = Tally()
    private let violations = Guarded<[String]>([])
    private var random: Random

    init(_ random: inout Random) {
      kind = Kind.allCases.randomElement(using: &random)!
      count = [20, 200, 2000].randomElement(using: &random)!
      input = PublishSubject()
      switch kind {
      case .replaySubject, .replayAll:
        let subject = kind == .replayAll ? ReplaySubject<Token>.createUnbounded() : .create(bufferSize: kind.bufferSize)
        (output, connection) = (subject, input.subscribe(subject))
      case .behaviorSubject:
        let subject = BehaviorSubject(value: Token(0))
        (output, connection) = (subject, input.subscribe(subject))
      case .share:
        output = input.share(replay: kind.bufferSize)
        connection = output.subscribe()
      }
      self.random = random
    }

    func run(_ threads: Int) -> [String] {
      concurrently(threads, &random) { [self] worker, random in
        if worker == 0 { return send(&random) }
        while sent.value < count { visit(&random) }
        visit(&random)
      }
      connection.dispose()
      if input.hasObservers { blame("the subject is still fed") }
      return violations.withLock { $0 }.map { "\(kind), \(count) elements: \($0)" }
    }

    private func blame(_ violation: String) { violations.withLock { $0.append(violation) } }

    private func send(_ random: inout Random) {
      let dawdles = random.chance(50)
      for number in 1...count {
        input.onNext(Token(number))
        sent.add()
        if dawdles { random.dawdle() }
      }
      input.onCompleted()
    }

    private func visit(_ random: inout Random) {
      let before = sent.value
      let stays = random.chance(50)
      let slowness = random.chance(30) ? Int.random(in: 1...500, using: &random) : 0
      let witness = Witness()
      let subscription = witness.observe(
        output, { [$0.number] },
        within: {
          spend(slowness)
        })
      if stays { waitForEnd(of: witness) } else { random.dawdle() }
      subscription.dispose()
      check(witness, stays: stays, before)
    }

    private func waitForEnd(of witness: Witness) {
      let deadline = Date(timeIntervalSinceNow: 20)
      while witness.ending == nil, Date() < deadline { sched_yield() }
    }

    /// - Parameter before: how many elements had been sent before the observer came, at least.
    private func check(_ witness: Witness, stays: Bool, _ before: Int) {
      let numbers = witness.numbers
      if !numbers.isGapless { blame("an observer got \(numbers)") }
      for violation in witness.violations { blame(violation) }
      if let first = numbers.first, kind.bufferSize < .max, first < before - kind.bufferSize {
        blame("\(first) was replayed after \(before)")
      }
      if kind == .replayAll, numbers.first ?? 1 != 1 { blame("the first element was \(numbers[0])") }
      guard stays else { return }
      if witness.ending != .completed { blame("an observer was not told of the end after \(numbers)") }
      if let last = numbers.last, last != count { blame("the elements after \(last) are lost") }
    }
  }
}
