import Rx
import RxTest

/// A pipeline with its sources, subscribed to at 200 and disposed at some time.
struct Experiment {
  var sources: [Source]
  var pipeline: Pipeline
  var disposal: TestTime
  /// The event from within whose delivery it is disposed, counted from 0 among the events after the subscription.
  var lastEvent: Int?

  /// The events that were sent, and the subscriptions to each source.
  struct Result: Equatable {
    var events: [Recorded<Event<Int>>]
    var subscriptions: [[Subscription]]
  }

  /// The result in the engine.
  func engineResult() -> Result {
    let time = TestScheduler(initialClock: 0)
    let made = sources.map { source in
      source.isHot ? time.createHotObservable(source.events) : time.createColdObservable(source.events)
    }
    let sequence = pipeline.sequence(of: made.map { $0.asObservable() }, time)
    let observer = time.createObserver(Int.self)
    let subscription = SingleAssignmentDisposable()
    var count = 0
    time.scheduleAt(TestScheduler.Defaults.subscribed) {
      subscription.setDisposable(
        sequence.subscribe { event in
          observer.on(event)
          guard time.clock > TestScheduler.Defaults.subscribed else { return }
          if count == lastEvent { subscription.dispose() }
          count += 1
        })
    }
    time.scheduleAt(disposal) { subscription.dispose() }
    time.start()
    return Result(events: observer.events, subscriptions: made.map { Self.lasting($0.subscriptions) })
  }

  /// The result in the model; nil if the model cannot tell in which order things happen.
  func modelResult() -> Result? {
    let doubts = Doubts()
    let models = sources.enumerated().map { SourceModel(index: $0.offset, source: $0.element).behaviour }
    let start = Moment(tick: TestScheduler.Defaults.subscribed, action: .test(0), doubts: doubts)
    let behaviour = pipeline.behaviour(of: models, from: start.subscribing)
    let later = behaviour.events.filter { $0.moment.tick > start.tick }
    let last = lastEvent.flatMap { $0 < later.count ? later[$0].moment : nil }
    let end = earliest(Moment(tick: disposal, action: .test(1), doubts: doubts), last)
    let events = behaviour.events.filter { $0.moment < end || $0.moment == last && last == end }
    let uses = behaviour.uses(earliest(end, behaviour.end)).sorted { $0.since < $1.since }
    guard !doubts.exist else { return nil }
    return Result(
      events: events.map { Recorded(time: $0.moment.tick, value: $0.event) },
      subscriptions: sources.indices.map { index in
        Self.lasting(
          uses.filter { $0.source == index }.map { Subscription($0.since.tick, $0.until.tick) })
      })
  }

  /// A subscription that ends in the tick in which it began cannot be observed.
  private static func lasting(_ subscriptions: [Subscription]) -> [Subscription] {
    subscriptions.filter { $0.subscribe != $0.unsubscribe }
  }

  /// The experiment as Swift source.
  var text: String {
    let inputs = sources.enumerated().map { index, source in
      let start = source.isHot ? TestScheduler.Defaults.subscribed : 0
      let kind = source.isHot ? "Hot" : "Cold"
      let place = source.isHot ? ", from: 200" : ""
      return "let \(Pipeline.source(index).text) = time.create\(kind)Observable(\n"
        + "  marbles: \"\(source.events.marbles(from: start))\", values: digits, error: TestError.first\(place))\n"
    }
    return """
      let time = TestScheduler(initialClock: 0)
      let digits = Dictionary(uniqueKeysWithValues: (0...9).map { ("\\($0)", $0) })
      \(inputs.joined())let observer = time.start(disposed: \(disposal)) {
        \(pipeline.text)
      }
      """ + (lastEvent.map { "\n// disposed within the delivery of event \($0) of those after 200" } ?? "")
  }
}
