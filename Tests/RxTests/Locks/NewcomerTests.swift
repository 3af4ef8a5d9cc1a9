import Dispatch
import Foundation
import Rx
import Synchronization
import Testing

extension EngineTests {
  /// Events that another thread sends while a new observer gets earlier elements.
  @Suite("new observers") struct Newcomers {
    enum Kind: String, CaseIterable {
      case replaySubject
      case behaviorSubject
      case share
      case shareForever
    }

    @Test("elements that come meanwhile follow in order, none twice, none lost", arguments: Kind.allCases)
    func order(kind: Kind) {
      let (source, send) = make(kind)
      let log = Log()
      _ = source.subscribe(onNext: { number in
        if number == 1 {
          elsewhere {
            send(.next(2))
            send(.next(3))
          }
        }
        log.add("\(number)")
      })
      send(.next(4))
      #expect(log.entries == ["1", "2", "3", "4"])
    }

    @Test("a terminal event that comes meanwhile is delivered last", arguments: Kind.allCases, [true, false])
    func ending(kind: Kind, fails: Bool) {
      let (source, send) = make(kind)
      let log = Log()
      _ = source.subscribe { event in
        if event.element == 1 {
          elsewhere {
            send(.next(2))
            send(fails ? .error(TestError.first) : .completed)
            send(.next(3))
          }
        }
        log.add(event)
      }
      #expect(log.entries == ["next(1)", "next(2)", fails ? "error(first)" : "completed"])
    }

    @Test("other observers get elements that come meanwhile at once", arguments: Kind.allCases)
    func others(kind: Kind) {
      let (source, send) = make(kind)
      let (early, late) = (Log(), Log())
      _ = source.subscribe(onNext: { early.add("\($0)") })
      _ = source.subscribe(onNext: { number in
        if number == 1 { elsewhere { send(.next(2)) } }
        late.add("\(number) after \(early.entries.last ?? "nothing")")
      })
      #expect(late.entries == ["1 after 2", "2 after 2"])
    }

    @Test("a new observer that is slower than the sender gets all elements in order", arguments: Kind.allCases)
    func slow(kind: Kind) {
      let (source, send) = make(kind)
      var sender: OtherThread?
      var numbers: [Int] = []
      do {
        let flag = Flag()
        var hasBegun = false
        let subscription = source.subscribe(onNext: { number in
          if !hasBegun {
            hasBegun = true
            let begun = DispatchSemaphore(value: 0)
            sender = OtherThread {
              var next = 2
              while !flag.isSet.load(ordering: .relaxed) {
                send(.next(next))
                next += 1
                if next == 100 { begun.signal() }
              }
            }
            begun.wait()
          }
          numbers.append(number)
          usleep(20)
        })
        // The subscription was made, so the new observer has caught up with a sender that never stopped.
        flag.isSet.store(true, ordering: .relaxed)
        sender?.wait()
        subscription.dispose()
      }
      #expect(numbers.count >= 100)
      #expect(numbers == Array(1...numbers.count))
    }

    private final class Flag: Sendable {
      let isSet = Atomic<Bool>(false)
    }

    /// A sequence that sends a new observer a 1, and the observer that sends to the sequence.
    private func make(_ kind: Kind) -> (Observable<Int>, @Sendable (Event<Int>) -> Void) {
      switch kind {
      case .replaySubject:
        let subject = ReplaySubject<Int>.create(bufferSize: 5)
        subject.onNext(1)
        return (subject, sending(to: subject))
      case .behaviorSubject:
        let subject = BehaviorSubject(value: 1)
        return (subject, sending(to: subject))
      case .share, .shareForever:
        let subject = PublishSubject<Int>()
        let shared = subject.share(replay: 5, scope: kind == .share ? .whileConnected : .forever)
        _ = shared.subscribe(onError: { _ in })
        subject.onNext(1)
        return (shared, sending(to: subject))
      }
    }

    private func sending(to subject: SubjectBase<Int>) -> @Sendable (Event<Int>) -> Void {
      nonisolated(unsafe) let subject = subject
      return { subject.on($0) }
    }
  }
}
