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

    @Test("a sender delivers to a new observer that is far behind, whose subscription then returns")
    func handedOver() {
      let meeting = FarBehind(count: 400)
      meeting.run()
      #expect(meeting.received == Array(0...400).map { "next(\($0))" })
      #expect(meeting.threads == 2)
      meeting.subject.onNext(401)
      meeting.subject.onCompleted()
      #expect(meeting.received.suffix(2) == ["next(401)", "completed"])
    }

    @Test("a terminal event that is sent before the sender goes on is delivered last")
    func handedOverAtTheEnd() {
      let meeting = FarBehind(count: 400)
      meeting.run { meeting.subject.onCompleted() }
      #expect(meeting.received == Array(0...400).map { "next(\($0))" } + ["completed"])
    }

    @Test("elements that the observer sends itself, after the sender went on, come in their turn")
    func handedOverAndSending() {
      let meeting = FarBehind(count: 400)
      meeting.onElement = { if $0 == 10 { meeting.subject.onNext(-1) } }
      _ = Reports.collect { meeting.run() }
      #expect(meeting.received == (Array(0...400) + [-1]).map { "next(\($0))" })
    }

    @Test("an observer that leaves after it was handed over gets nothing more, and what waited for it is released")
    func handedOverAndLeaving() {
      let before = Resources.total
      do {
        let meeting = FarBehind(count: 400)
        meeting.run { meeting.subscription?.dispose() }
        #expect(meeting.received == ["next(0)"] && meeting.subject.hasObservers)
        meeting.end()
      }
      #expect(Resources.total == before)
    }

    #if os(Linux)
      @Test("no sender waits for a new observer that is far behind or stuck", arguments: [true, false])
      func noWaiting(ends: Bool) {
        let subject = ReplaySubject<Int>.create(bufferSize: 5)
        nonisolated(unsafe) let sender: ReplaySubject<Int> = subject
        subject.onNext(0)
        let (stuck, freed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let observer = OtherThread {
          _ = sender.subscribe(onNext: { number in
            guard number == 0 else { return }
            stuck.signal()
            freed.wait()
          })
        }
        stuck.wait()
        let waits = timesThatThisThreadWaits {
          for number in 1...600 { subject.onNext(number) }
          if ends { subject.onCompleted() }
          for number in 1...600 { subject.onNext(number) }
        }
        freed.signal()
        observer.wait()
        #expect(waits < 100)
      }

      /// How often the thread gave its processor away, instead of being interrupted.
      private func timesThatThisThreadWaits(_ body: () -> Void) -> Int {
        // `RUSAGE_THREAD`, which the Swift module of the C library does not have.
        let thread = __rusage_who_t(1)
        var (before, after) = (rusage(), rusage())
        getrusage(thread, &before)
        body()
        getrusage(thread, &after)
        return after.ru_nvcsw - before.ru_nvcsw
      }
    #endif

    /// A new observer that is in the delivery of element 0 while another thread sends 1, 2, …, and that goes on during the
    /// delivery of the last of these to an older observer.
    private final class FarBehind: @unchecked Sendable {
      let subject = ReplaySubject<Int>.create(bufferSize: 5)
      var onElement: (Int) -> Void = { _ in }
      private(set) var subscription: (any Disposable)?
      private let older = SerialDisposable()
      private let count: Int
      private let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      private let state = Mutex((entries: [String](), threads: Set<ObjectIdentifier>()))

      var received: [String] { state.withLock { $0.entries } }
      var threads: Int { state.withLock { $0.threads.count } }

      init(count: Int) {
        self.count = count
      }

      /// - Parameter handedOver: called by the sender after the new observer's subscription has returned, and before the
      ///   sender goes on with the deliveries.
      func run(handedOver: @escaping () -> Void = {}) {
        subject.onNext(0)
        let newcomer = OtherThread { [self] in subscription = subject.subscribe { self.receive($0) } }
        entered.wait()
        older.disposable = subject.subscribe(onNext: { [self] number in
          guard number == count else { return }
          left.signal()
          newcomer.wait()
          handedOver()
        })
        // The older observer gets the kept elements before it counts as one.
        for number in 1...count { subject.onNext(number) }
      }

      func end() {
        older.dispose()
        subscription = nil
      }

      private func receive(_ event: Event<Int>) {
        state.withLock { state in
          state.entries.append(event.debugDescription)
          state.threads.insert(ObjectIdentifier(Thread.current))
        }
        guard let number = event.element else { return }
        if number == 0 {
          entered.signal()
          left.wait()
        }
        onElement(number)
      }
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
