import RxTrace

/// Finds the rows of a marble diagram, and the row of each event.
struct MarbleRows {
  /// A row while it is being found.
  struct Candidate {
    /// The object whose `on` calls are the row's events.
    var receiver: ObjectID
    /// The observable that the receiver was subscribed to first.
    var observable: ObjectID?
    /// Whether it was subscribed to other observables as well.
    var hasSeveralObservables = false
    var firstSubscription: Int?
    var events: [Event] = []

    mutating func subscribe(to observable: ObjectID, _ step: Int) {
      if firstSubscription == nil { firstSubscription = step }
      if let known = self.observable, known != observable { hasSeveralObservables = true }
      self.observable = self.observable ?? observable
    }
  }

  struct Event {
    var step: Int
    var isDelivered: Bool
  }

  private let trace: Trace
  private(set) var candidates: [ObjectID: Candidate] = [:]
  /// Receivers whose events another row shows already.
  private var hidden: Set<ObjectID> = []
  private var receiverOfSink: [ObjectID: ObjectID] = [:]

  init(_ trace: Trace) {
    self.trace = trace
    findReceivers()
    collectEvents()
    foldSourceSinks()
    foldSubjects()
  }

  /// The receivers of all rows, each before the rows that it feeds.
  func order() -> [(receiver: ObjectID, group: Int)] {
    MarbleOrder(trace, shown: candidates.filter { !hidden.contains($0.key) && !isEmpty($0.value) }).rows()
  }

  /// A row without subscription and events says nothing.
  private func isEmpty(_ candidate: Candidate) -> Bool {
    candidate.events.isEmpty && candidate.observable == nil
  }

  // MARK: Collecting

  private mutating func findReceivers() {
    for object in trace.objects where object.role == .sink {
      receiverOfSink[object.id] = object.deliversTo
    }
    for step in trace.steps where step.kind == .forwardOn {
      if let sink = step.object, let receiver = step.other { receiverOfSink[sink] = receiver }
    }
  }

  private mutating func collectEvents() {
    let cores = coreCalls()
    for step in trace.steps {
      switch step.kind {
      case .subscribe, .run, .subscribeClosures, .subscribeHandler:
        guard let observable = step.object, let receiver = step.other else { continue }
        addSubscription(step.index, observable, receiver)
      case .on:
        // An observable is the receiver only of what nobody hears.
        guard let receiver = step.object, step.event != nil, trace.objects[receiver].role != .observable else {
          continue
        }
        let isDelivered = !cores.receivers.contains(receiver) || cores.callers.contains(step.index)
        add(Event(step: step.index, isDelivered: isDelivered), receiver)
      case .forwardOn where !step.isDelivered:
        guard let receiver = step.other, step.event != nil else { continue }
        add(Event(step: step.index, isDelivered: false), receiver)
      default: continue
      }
    }
  }

  /// Observers that are known to pass what they accept to `onCore`, and the steps that did.
  private func coreCalls() -> (receivers: Set<ObjectID>, callers: Set<Int>) {
    var receivers: Set<ObjectID> = []
    var callers: Set<Int> = []
    for step in trace.steps where step.kind == .onCore {
      if let object = step.object { receivers.insert(object) }
      if let parent = step.parent { callers.insert(parent) }
    }
    return (receivers, callers)
  }

  private mutating func addSubscription(_ step: Int, _ observable: ObjectID, _ receiver: ObjectID) {
    candidates[receiver, default: Candidate(receiver: receiver)].subscribe(to: observable, step)
  }

  private mutating func add(_ event: Event, _ receiver: ObjectID) {
    candidates[receiver, default: Candidate(receiver: receiver)].events.append(event)
  }

  // MARK: Hiding duplicates

  /// The events that a factory's closure gives to its own sink are those that the sink forwards. Only events that came too
  /// late to be forwarded have to be added.
  private mutating func foldSourceSinks() {
    var forwarded: Set<Int> = []
    for step in trace.steps where step.kind == .forwardOn {
      if let parent = step.parent { forwarded.insert(parent) }
    }
    var late: [ObjectID: [Event]] = [:]
    for candidate in candidates.values.sorted(by: { $0.receiver < $1.receiver }) {
      let sink = candidate.receiver
      guard trace.objects[sink].role == .sink, candidate.observable == nil, let receiver = receiverOfSink[sink] else {
        continue
      }
      hidden.insert(sink)
      let events = candidate.events.filter { !forwarded.contains($0.step) }
      if !events.isEmpty {
        late[receiver, default: []] += events.map { Event(step: $0.step, isDelivered: false) }
      }
    }
    for (receiver, events) in late {
      candidates[receiver, default: Candidate(receiver: receiver)].events += events
      candidates[receiver]?.events.sort { $0.step < $1.step }
    }
  }

  /// A subject and its listeners have nearly the same events. If one listener was given all events of the subject, its row
  /// serves for both; if none was, the subject's row serves for listeners that got no other events.
  private mutating func foldSubjects() {
    let listeners = Dictionary(grouping: candidates.values.filter { !$0.hasSeveralObservables && $0.observable != nil })
    {
      $0.observable!
    }
    for subject in trace.objects where subject.role == .subject {
      guard let own = candidates[subject.id], own.observable == nil else { continue }
      let given = Set(own.events.map(\.step))
      let rows = (listeners[subject.id] ?? []).sorted { $0.receiver < $1.receiver }
      let complete = rows.first { row in
        row.events.count >= given.count
          && Set(row.events.compactMap { trace.steps[$0.step].parent }).isSuperset(of: given)
      }
      if complete != nil { hidden.insert(subject.id) }
      for row in rows where row.receiver != complete?.receiver && !isSubscriber(row.receiver) {
        if row.events.allSatisfy({ trace.steps[$0.step].parent.map(given.contains) ?? false }) {
          hidden.insert(row.receiver)
        }
      }
    }
  }

  /// Whether the object is the user's observer rather than a part of an operator.
  private func isSubscriber(_ object: ObjectID) -> Bool {
    trace.objects[object].role == .observer && !trace.objects[object].links.contains { $0.role == .owner }
  }
}

/// Orders the rows so that each is below the rows that feed it.
private struct MarbleOrder {
  private let trace: Trace
  private let shown: [ObjectID: MarbleRows.Candidate]
  private var parents: [ObjectID: ObjectID] = [:]
  private var children: [ObjectID: [ObjectID]] = [:]
  private var roots: [ObjectID] = []
  private let consumers: Consumers
  /// For each row, a row above it: the topmost one, once that has been looked for.
  private var above: [ObjectID: ObjectID] = [:]

  init(_ trace: Trace, shown: [ObjectID: MarbleRows.Candidate]) {
    self.trace = trace
    self.shown = shown
    consumers = Consumers(trace) { shown[$0] != nil }
    let listeners = firstListeners()
    for receiver in shown.keys.sorted(by: { firstStep($0) < firstStep($1) }) {
      guard let parent = parent(of: receiver) ?? listeners[receiver], topmost(parent) != receiver else {
        roots.append(receiver)
        continue
      }
      parents[receiver] = parent
      above[receiver] = parent
      children[parent, default: []].append(receiver)
    }
  }

  func rows() -> [(receiver: ObjectID, group: Int)] {
    var rows: [(ObjectID, Int)] = []
    for (group, root) in roots.enumerated() {
      // Children before their parent, without recursion: a chain of operators may be of any length.
      var pending = [(root, false)]
      while let (receiver, isExpanded) = pending.popLast() {
        if isExpanded {
          rows.append((receiver, group))
        } else {
          pending.append((receiver, true))
          for child in (children[receiver] ?? []).reversed() { pending.append((child, false)) }
        }
      }
    }
    return rows
  }

  private func firstStep(_ receiver: ObjectID) -> (Int, ObjectID) {
    let candidate = shown[receiver]!
    return (candidate.firstSubscription ?? candidate.events.first?.step ?? .max, receiver)
  }

  /// For each subject with a row of its own the row that listens to it first.
  private func firstListeners() -> [ObjectID: ObjectID] {
    var listeners: [ObjectID: ObjectID] = [:]
    for step in trace.steps {
      guard step.kind == .subscribe, let subject = step.object, let listener = step.other else { continue }
      guard shown[subject] != nil, listeners[subject] == nil else { continue }
      listeners[subject] = shown[listener] == nil ? consumer(around: step) : listener
    }
    return listeners
  }

  /// The row that a row feeds: its subscription, or one of its events, caused the subscription of the given row.
  private func parent(of receiver: ObjectID) -> ObjectID? {
    guard let step = shown[receiver]?.firstSubscription else { return nil }
    return consumer(around: trace.steps[step])
  }

  private func consumer(around step: Step) -> ObjectID? {
    guard let call = consumers.nearest(around: step) else { return nil }
    // A row that is subscribed to while an event is handled stands beside the event's row, and feeds the same row.
    return call.isEvent ? parents[call.object] : call.object
  }

  /// The topmost row that a row feeds, directly or through other rows.
  private mutating func topmost(_ row: ObjectID) -> ObjectID {
    var top = row
    while let next = above[top] { top = next }
    // Shorten the path for the rows that were passed, because a chain of rows may be of any length.
    var passed = row
    while let next = above[passed], next != top {
      above[passed] = top
      passed = next
    }
    return top
  }
}

/// For each step, the nearest enclosing call that subscribed a row's receiver or gave it an event.
///
/// The calls are found for all steps at once, because there may be 65,535 calls between.
private struct Consumers {
  struct Call {
    var object: ObjectID
    var isEvent: Bool
  }

  /// For each step that is such a call, the call.
  private var calls: [Int: Call] = [:]
  /// For each step, the nearest such call, itself included; -1 for none.
  private var nearest: [Int]
  /// For each such call, the nearest one around it that is about another object.
  private var nearestOther: [Int: Int] = [:]

  init(_ trace: Trace, isShown: (ObjectID) -> Bool) {
    nearest = [Int](repeating: -1, count: trace.steps.count)
    for step in trace.steps {
      let around = (step.parent ?? step.cause).map { nearest[$0] } ?? -1
      guard let call = Self.call(step), isShown(call.object) else {
        nearest[step.index] = around
        continue
      }
      calls[step.index] = call
      nearest[step.index] = step.index
      guard let outer = calls[around] else { continue }
      nearestOther[step.index] = outer.object == call.object ? nearestOther[around] : around
    }
  }

  private static func call(_ step: Step) -> Call? {
    switch step.kind {
    case .subscribe, .run, .subscribeClosures, .subscribeHandler: step.other.map { Call(object: $0, isEvent: false) }
    case .on: step.object.map { Call(object: $0, isEvent: true) }
    default: nil
    }
  }

  /// The nearest call around a step that is about another object than the one that the step subscribes.
  func nearest(around step: Step) -> Call? {
    guard let place = (step.parent ?? step.cause).map({ nearest[$0] }), let call = calls[place] else { return nil }
    if call.object != step.other { return call }
    return nearestOther[place].flatMap { calls[$0] }
  }
}
