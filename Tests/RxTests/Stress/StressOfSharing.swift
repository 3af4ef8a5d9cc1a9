import Foundation
import Rx

extension Stress {
  /// A shared sequence whose observers come and go on all threads while its source sends, and sometimes ends.
  final class SharingRound: @unchecked Sendable {
    enum Kind: CaseIterable {
      case share, shareReplaying, shareForever, publish, replay

      func share(_ source: Observable<Token>) -> Observable<Token> {
        switch self {
        case .share: source.share()
        case .shareReplaying: source.share(replay: 2)
        case .shareForever: source.share(replay: 2, scope: .forever)
        case .publish: source.publish().refCount()
        case .replay: source.replay(2).refCount()
        }
      }

      /// Whether an observer may get elements of an earlier subscription to the source, and then those of a later one.
      var spansConnections: Bool { self == .shareForever }
    }

    private let kind: Kind
    private let ends: Bool
    private let senders: Int
    private let turn = Guarded(0)
    private let hot = Guarded(PublishSubject<Token>())
    private let live = Tally()
    private let violations = Guarded<[String]>([])
    private var random: Random

    init(_ random: inout Random) {
      kind = Kind.allCases.randomElement(using: &random)!
      // What is kept for ever is over for ever once the source has ended.
      ends = kind != .shareForever && random.chance(50)
      senders = random.chance(30) ? 0 : 1
      self.random = random
    }

    func run(_ threads: Int) -> [String] {
      let shared = kind.share(source())
      concurrently(threads, &random) { [self] worker, random in
        for _ in 0..<20 {
          if worker < senders { send(&random) } else { visit(shared, &random) }
        }
      }
      if live.value != 0 { blame("\(live.value) subscriptions to the source are left") }
      visitLast(shared)
      let left = hot.withLock { $0.hasObservers }
      if live.value != 0 || left { blame("a subscription to the source is left at the end") }
      return violations.withLock { $0 }.map { "\(kind): \($0)" }
    }

    private func blame(_ violation: String) { violations.withLock { $0.append(violation) } }

    /// Counts the subscriptions that are being made, or last, or are being disposed. One that has ended counts no more.
    private func source() -> Observable<Token> {
      .create { [self] observer in
        if live.add() > 1 { blame("two subscriptions to the source at once") }
        let isOver = Tally()
        func end() { if isOver.add() == 1 { live.add(-1) } }
        spend(100)
        let subscription = hot.withLock { $0 }.subscribe(
          onNext: { observer.onNext($0) },
          onCompleted: {
            end()
            observer.onCompleted()
          })
        return Disposables.create {
          subscription.dispose()
          spend(100)
          end()
        }
      }
    }

    private func send(_ random: inout Random) {
      let endsNow = ends && random.chance(10)
      turn.withLock { number in
        if endsNow {
          hot.withLock { hot in
            defer { hot = PublishSubject() }
            return hot
          }.onCompleted()
        } else {
          number += 1
          hot.withLock { $0 }.onNext(Token(number))
        }
      }
      random.dawdle()
    }

    private func visit(_ shared: Observable<Token>, _ random: inout Random) {
      let witness = Witness()
      let subscription = witness.observe(shared, { [$0.number] })
      random.dawdle()
      subscription.dispose()
      let numbers = witness.numbers
      let isRight = kind.spansConnections ? numbers.isIncreasing : numbers.isGapless
      if !isRight { blame("an observer got \(numbers)") }
      for violation in witness.violations { blame(violation) }
    }

    /// Whoever comes last is connected as well.
    private func visitLast(_ shared: Observable<Token>) {
      let witness = Witness()
      let subscription = witness.observe(shared, { [$0.number] })
      if live.value != 1 { blame("the last observer has \(live.value) subscriptions to the source") }
      hot.withLock { $0 }.onNext(Token(1_000_000))
      if witness.numbers.last != 1_000_000 { blame("the last observer got \(witness.numbers)") }
      subscription.dispose()
    }
  }
}
