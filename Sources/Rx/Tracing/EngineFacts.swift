import TraceFormat

/// What a recording says about the engine's classes besides their names, so that no reader has to know the names.
enum EngineFacts {
  /// The calls that a class declares and leaves to its subclasses.
  static let abstractCalls: [String: [RecordKind]] = [
    "Observable": [.subscribe],
    "Producer": [.run],
    "ObserverBase": [.onCore],
    "EventReceiver": [.on, .forwardOn, .dispose],
  ]

  /// What sets a class and its subclasses apart.
  static let traits: [String: String] = [
    "Observable": TypeTrait.conveniences + "ObservableType",
    "CurrentThreadScheduler": TypeTrait.trampoline,
    "AsyncSubject": TypeTrait.replays,
    "BehaviorSubject": TypeTrait.replays,
    "ReplaySubject": TypeTrait.replays,
    "ShareForever": TypeTrait.shares,
    "ShareWhileConnected": TypeTrait.shares,
  ]

  /// What the object in a property is to the object that has the property. ``LinkRole/delivery`` is not known by a name:
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
