import TraceFormat

/// The facts that a recording holds about a type besides its name.
struct TypeFacts {
  private(set) var superclasses: [String] = []
  /// The calls that each superclass declares and leaves to its subclasses.
  private(set) var abstractCalls: [String: Set<StepKind>] = [:]
  private(set) var traits: Set<TracedObject.Trait> = []
  private(set) var conveniencesType: String?

  private static let known: [String: TracedObject.Trait] = [
    TypeTrait.trampoline: .trampoline, TypeTrait.replays: .replays, TypeTrait.shares: .shares,
    TypeTrait.main: .main, TypeTrait.queue: .queue, TypeTrait.moves: .moves, TypeTrait.holds: .holds,
    TypeTrait.merges: .merges, TypeTrait.catches: .catches, TypeTrait.limits: .limits, TypeTrait.cold: .cold,
    TypeTrait.subscribes: .subscribes, TypeTrait.accumulates: .accumulates,
  ]

  /// - Parameters:
  ///   - name: the type's name, without generic arguments.
  ///   - superclasses: `Producer:4,Observable:3`: names, each with the numbers of the kinds of calls.
  ///   - traits: ``TypeTrait``s.
  init(type name: some StringProtocol, superclasses: Substring, traits: Substring) {
    for entry in superclasses.split(separator: ",") {
      let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
      let kinds = parts.dropFirst().compactMap { UInt8($0).flatMap(RecordKind.init).flatMap(StepKind.init) }
      self.superclasses.append(String(parts[0]))
      if !kinds.isEmpty { abstractCalls[String(parts[0])] = Set(kinds) }
    }
    for trait in traits.split(separator: ",") { add(trait) }
    if traits.isEmpty, let known = OlderVersions.laterTrait(ofType: name, self.superclasses) { self.traits = [known] }
  }

  /// - Parameters:
  ///   - name: the type's name, without generic arguments.
  ///   - superclasses: names, separated by commas.
  init(olderType name: some StringProtocol, superclasses: Substring = "") {
    self.superclasses = superclasses.split(separator: ",").map(String.init)
    abstractCalls = OlderVersions.abstractCalls
    conveniencesType = OlderVersions.conveniencesType
    let known = OlderVersions.trait(ofType: name) ?? OlderVersions.laterTrait(ofType: name, self.superclasses)
    if let known { traits = [known] }
  }

  private mutating func add(_ trait: Substring) {
    if let known = Self.known[String(trait)] {
      traits.insert(known)
    } else if trait.hasPrefix(TypeTrait.withholds) {
      if let reason = Withholding(rawValue: String(trait.dropFirst(TypeTrait.withholds.count))) {
        traits.insert(.withholds(reason))
      }
    } else if trait.hasPrefix(TypeTrait.conveniences) {
      conveniencesType = String(trait.dropFirst(TypeTrait.conveniences.count))
    }
  }
}

/// The facts that files of the versions 1 to 3 lack, by the names of that time's engine.
enum OlderVersions {
  static let last: UInt32 = 3
  static let conveniencesType = "ObservableType"
  static let abstractCalls: [String: Set<StepKind>] = [
    "Observable": [.subscribe], "Producer": [.run], "ObserverBase": [.onCore],
    "EventReceiver": [.on, .forwardOn, .dispose],
  ]

  static func trait(ofType name: some StringProtocol) -> TracedObject.Trait? {
    switch name {
    case "CurrentThreadScheduler": .trampoline
    case "AsyncSubject", "BehaviorSubject", "ReplaySubject": .replays
    case "Share", "ShareForever", "ShareWhileConnected": .shares
    default: nil
    }
  }

  /// A trait that an engine class got after the versions 4 and 5 came out, so that older files lack it.
  static func laterTrait(ofType name: some StringProtocol, _ superclasses: [String]) -> TracedObject.Trait? {
    name == "ScanSink" && superclasses.first ?? "Sink" == "Sink" ? .accumulates : nil
  }

  static func role(ofProperty name: some StringProtocol) -> LinkRole {
    switch name {
    case "observer": .delivery
    case "receiver": .subscriber
    case "cancel": .lifetime
    case "parent": .owner
    default: .other
    }
  }
}
