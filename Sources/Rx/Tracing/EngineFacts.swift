import TraceFormat

/// The facts about the engine's classes that a recording holds besides their names. A reader needs no list of names.
enum EngineFacts {
  /// The calls that a class declares and leaves to its subclasses.
  static let abstractCalls: [String: [RecordKind]] = [
    "Observable": [.subscribe],
    "Producer": [.run],
    "ObserverBase": [.onCore],
    "EventReceiver": [.on, .forwardOn, .dispose],
  ]

  /// The traits of a class and its subclasses.
  static let traits: [String: String] = [
    "Observable": TypeTrait.conveniences + "ObservableType",
    "CurrentThreadScheduler": TypeTrait.trampoline,
    "AsyncSubject": TypeTrait.replays,
    "BehaviorSubject": TypeTrait.replays,
    "ReplaySubject": TypeTrait.replays,
    "ShareForever": TypeTrait.shares,
    "ShareWhileConnected": TypeTrait.shares,
    "MainScheduler": TypeTrait.main,
    "ConcurrentMainScheduler": TypeTrait.main,
    "SerialDispatchQueueScheduler": TypeTrait.queue,
    "ObserveOnSink": TypeTrait.moves,
    "ObserveOnSerialDispatchQueueSink": TypeTrait.moves,
    "DebounceSink": TypeTrait.holds,
    "DelaySink": TypeTrait.holds,
    "ThrottleSink": TypeTrait.holds,
    "FlatMapSink": TypeTrait.merges,
    "MergeSink": TypeTrait.merges,
    "MergeLimitedSink": TypeTrait.merges,
    "CatchSink": TypeTrait.catches,
    "CatchSequenceSink": TypeTrait.catches,
    "AsMaybeSink": TypeTrait.limits,
    "ElementAtSink": TypeTrait.limits,
    "FirstSink": TypeTrait.limits,
    "SingleAsyncSink": TypeTrait.limits,
    "TakeCountSink": TypeTrait.limits,
    "TakeTimeSink": TypeTrait.limits,
    "TakeUntilPredicateSink": TypeTrait.limits,
    "TakeUntilSink": TypeTrait.limits,
    "AnonymousObservableSink": TypeTrait.cold,
  ].merging(withholdings.mapValues { TypeTrait.withholds + $0.rawValue }) { "\($0),\($1)" }

  /// The sinks that do not send each element on at once.
  private static let withholdings: [String: Withholding] = [
    "FilterSink": .predicate, "SkipWhileSink": .position, "TakeUntilPredicateSink": .position,
    "CompactMapSink": .absence, "DistinctUntilChangedSink": .repetition,
    "ThrottleSink": .rate, "DebounceSink": .quiet,
    "DelaySink": .queue, "ObserveOnSink": .queue, "ObserveOnSerialDispatchQueueSink": .queue,
    "SkipCountSink": .position, "SkipTimeSink": .position, "ElementAtSink": .position,
    "FlatMapFirstSink": .busy,
    "ReduceSink": .end, "ToArraySink": .end, "TakeLastSink": .last, "AsSingleSink": .end, "SingleAsyncSink": .end,
    "CombineLatestSink": .inputs, "ZipSink": .pairs,
    "SampleSequenceSink": .signal, "WithLatestFromSink": .latest, "SkipUntilSink": .opening,
    "BufferTimeCountSink": .batch, "IgnoreElementsSink": .all,
  ]

  /// The role of a property's object for the object that has the property. ``LinkRole/delivery`` is not known by a name:
  /// the object itself tells its next stage.
  static func role(ofProperty name: String) -> LinkRole {
    switch name {
    case "receiver": .subscriber
    case "cancel": .lifetime
    case "parent": .owner
    default: .other
    }
  }
}
