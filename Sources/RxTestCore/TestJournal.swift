import Rx

/// The test sequences and the test observers that a program makes, in the order in which it makes them.
///
/// For programs that run a pipeline many times in one process and need more of each run than the pipeline prints. Only
/// the thread that sets ``current`` may make sequences and observers meanwhile.
@_spi(Journal) public final class TestJournal {
  /// The journal that is kept; nil for none, as usual.
  nonisolated(unsafe) public static var current: TestJournal?

  /// For each sequence that ``TestScheduler`` made, whether it is hot, and its subscriptions so far.
  public private(set) var sequences: [(isHot: Bool, subscriptions: () -> [Subscription])] = []

  /// For each observer, the time from which its marbles count, and the events so far.
  public private(set) var observers: [() -> (origin: TestTime, events: [Recorded<Event<Any>>])] = []

  /// The position in ``observers`` of the one that ``TestScheduler`` subscribed first; nil if it has subscribed none.
  public private(set) var started: Int?

  /// The time at which the scheduler disposes a subscription that nothing else disposes.
  let lastTime: TestTime

  /// - Parameter lastTime: the time at which ``TestScheduler`` disposes a subscription without a `!`. A sequence that
  ///   goes on for ever is cut short there, so that many runs take little time.
  public init(lastTime: TestTime = TestScheduler.Defaults.disposed) {
    self.lastTime = lastTime
  }

  /// Notes that the scheduler subscribes the newest observer itself.
  static func noteStart() {
    guard let journal = current, journal.started == nil else { return }
    journal.started = journal.observers.count - 1
  }

  static func note<Element>(_ source: TestSource<Element>) {
    current?.sequences.append((source is HotSource<Element>, { source.subscriptions }))
  }

  static func note<Element>(_ observer: TestableObserver<Element>) {
    current?.observers.append {
      let events = observer.events.map { recorded in
        Recorded(time: recorded.time, value: recorded.value.map { $0 as Any })
      }
      return (observer.origin, events)
    }
  }
}
