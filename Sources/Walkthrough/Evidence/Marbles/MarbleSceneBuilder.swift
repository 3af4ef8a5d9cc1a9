import RxTrace

/// Finds the lanes of a ``MarbleScene`` in a run.
struct MarbleSceneBuilder {
  private let run: VirtualRun
  private let program: MarbleProgram
  private let diagrams: (inputs: [String], subscription: String)
  private var scene: MarbleScene
  /// The lane and the position of the events of inputs and observers, by their steps.
  private var places: [Int: MarbleScene.Origin] = [:]
  /// The events of observers, and their places.
  private var outputs: [(step: Int, place: MarbleScene.Origin)] = []

  /// The names of the classes of the test library.
  private enum TestClass {
    static let sequences: Set<String> = ["HotObservable", "ColdObservable", "TestableObservable"]
    static let observer = "TestableObserver"
  }

  init(_ trace: Trace, _ program: MarbleProgram, _ arguments: [String]) {
    run = VirtualRun(trace)
    self.program = program
    diagrams = program.diagrams(arguments)
    scene = MarbleScene(stage: program.stage, lanes: [])
  }

  mutating func build() -> MarbleScene? {
    let sources = run.trace.objects.filter { TestClass.sequences.contains($0.typeName) }.map(source)
    let assigned = assign(sources)
    for (place, input) in program.inputs.enumerated() {
      guard let line = MarbleLine(diagrams.inputs[place]) else { return nil }
      addInput(input, place, line, assigned[place])
    }
    let observers = run.trace.objects.filter { $0.typeName == TestClass.observer }.compactMap(observer)
    guard !observers.isEmpty else { return nil }
    addObservers(observers)
    linkElements()
    return scene
  }

  // MARK: Inputs

  /// A test sequence with its subscriptions.
  private struct Source {
    var isHot: Bool
    var subscriptions: [Subscription] = []
  }

  private struct Subscription {
    var step: Int
    var tick: Int
    /// The tick of the disposal; nil if the subscription ended by itself before that.
    var disposal: Int?
    /// The steps that give the receiver the sequence's events.
    var deliveries: [Int] = []
  }

  private func source(_ object: TracedObject) -> Source {
    var source = Source(isHot: true)
    for step in run.trace.steps where step.kind == .subscribe && step.object == object.id {
      guard let tick = run.tick(of: step) ?? tickOfSetUp(step), let receiver = step.other else { continue }
      // A cold sequence schedules its events when it is subscribed to.
      if run.trace.children(of: step.index).contains(where: { $0.kind == .schedule }) { source.isHot = false }
      var subscription = Subscription(step: step.index, tick: tick)
      subscription.deliveries = run.deliveries(to: receiver, after: step.index)
      subscription.disposal = run.disposal(of: receiver, after: step.index)
      source.subscriptions.append(subscription)
    }
    return source
  }

  /// The tick of a subscription during setup: tick 0 if the program subscribes before the clock runs, nil otherwise.
  private func tickOfSetUp(_ step: Step) -> Int? {
    run.trace.steps[..<step.index].contains { run.tick(of: $0) != nil } ? nil : 0
  }

  /// For each input, its sequence: a free one of the same kind whose deliveries are all in the input's diagram.
  private func assign(_ sources: [Source]) -> [Int: Source] {
    var free = sources
    var assigned: [Int: Source] = [:]
    for (place, input) in program.inputs.enumerated() {
      guard let line = MarbleLine(diagrams.inputs[place]) else { continue }
      guard let found = free.firstIndex(where: { $0.isHot == input.isHot && agrees($0, with: line) }) else { continue }
      assigned[place] = free.remove(at: found)
    }
    return assigned
  }

  private func agrees(_ source: Source, with line: MarbleLine) -> Bool {
    source.subscriptions.allSatisfy { subscription in
      subscription.deliveries.allSatisfy { event(of: $0, in: line, of: source, subscription) != nil }
    }
  }

  /// The position of a delivered event in a diagram.
  private func event(of step: Int, in line: MarbleLine, of source: Source, _ subscription: Subscription) -> Int? {
    guard let tick = run.tick(of: run.trace.steps[step]) else { return nil }
    let start = source.isHot ? 0 : subscription.tick
    let events = line.events
    let kind = run.trace.steps[step].event
    let candidates = events.indices.filter { events[$0].tick + start == tick && events[$0].event == kind }
    if candidates.count == 1 || kind != .next { return candidates.first }
    let text = run.text(of: run.trace.steps[step])
    return candidates.first { events[$0].text == text } ?? candidates.first
  }

  private mutating func addInput(
    _ input: MarbleProgram.Input, _ place: Int, _ line: MarbleLine, _ source: Source?
  ) {
    guard let source, !source.subscriptions.isEmpty else {
      var lane = MarbleScene.Lane(role: .input(place), name: input.name, start: 0, isSubscribed: false)
      lane.events = line.events.map { .init(tick: $0.tick, event: $0.event, text: $0.text, isHeard: false) }
      scene.lanes.append(lane)
      return
    }
    if source.isHot { addHot(input, place, line, source) } else { addCold(input, place, line, source) }
  }

  /// Adds one lane for all subscriptions, because a hot sequence sends its events whether or not anybody subscribes.
  private mutating func addHot(_ input: MarbleProgram.Input, _ place: Int, _ line: MarbleLine, _ source: Source) {
    var lane = MarbleScene.Lane(role: .input(place), name: input.name, start: 0)
    lane.events = line.events.map { .init(tick: $0.tick, event: $0.event, text: $0.text, isHeard: false) }
    for subscription in source.subscriptions {
      for step in subscription.deliveries {
        guard let event = event(of: step, in: line, of: source, subscription) else { continue }
        lane.events[event].isHeard = true
        places[step] = .init(lane: scene.lanes.count, event: event)
      }
    }
    scene.lanes.append(lane)
  }

  /// Adds a lane for each subscription, because a cold sequence begins anew for each.
  private mutating func addCold(_ input: MarbleProgram.Input, _ place: Int, _ line: MarbleLine, _ source: Source) {
    for (number, subscription) in source.subscriptions.enumerated() {
      let name = source.subscriptions.count == 1 ? input.name : "\(input.name) · \(number + 1)"
      var lane = MarbleScene.Lane(role: .input(place), name: name, start: subscription.tick)
      let last = subscription.disposal ?? .max
      lane.events = line.events.filter { $0.tick + subscription.tick <= last }.map {
        .init(tick: $0.tick + subscription.tick, event: $0.event, text: $0.text, isHeard: false)
      }
      for step in subscription.deliveries {
        guard let event = event(of: step, in: line, of: source, subscription), lane.events.indices.contains(event)
        else { continue }
        lane.events[event].isHeard = true
        places[step] = .init(lane: scene.lanes.count, event: event)
      }
      // Drop undelivered events, because in the tick of the disposal the source is already unsubscribed.
      if subscription.disposal != nil { lane.events.removeAll { !$0.isHeard } }
      if lane.events.last.map({ $0.event == .next }) ?? true { lane.disposal = subscription.disposal }
      lane.opener = run.nearestDelivery(around: subscription.step).flatMap { places[$0] }
      scene.lanes.append(lane)
    }
  }

  // MARK: Observers

  private struct Observer {
    var id: ObjectID
    var start: Int
    var disposal: Int?
    var events: [Step]
    /// The variables of the program; nil for an observer that the test scheduler subscribes.
    var names: MarbleProgram.Subscriber?
    var isMain: Bool
  }

  private func observer(_ object: TracedObject) -> Observer? {
    guard
      let step = run.trace.steps.first(where: {
        $0.other == object.id && $0.kind == .subscribe && run.tick(of: $0) != nil
      }), let start = run.tick(of: step)
    else { return nil }
    let events = run.trace.steps.filter { $0.kind == .on && $0.object == object.id && $0.event != nil }
    let only = program.subscribers.count == 1 ? program.subscribers.values.first : nil
    let names = step.site.flatMap { program.subscribers[$0.line] } ?? only
    let isMain = run.isSubscribedByScheduler(step)
    return Observer(
      id: object.id, start: start, disposal: run.disposal(of: object.id, after: step.index), events: events,
      names: isMain ? nil : names, isMain: isMain)
  }

  private mutating func addObservers(_ observers: [Observer]) {
    // The observer of the result comes first, regardless of the order of subscriptions.
    let ordered = observers.filter(\.isMain) + observers.filter { !$0.isMain }
    let inner = observers.filter { run.isWithinDelivery(of: $0.id) && !$0.isMain }.map(\.id)
    var counts: [String: Int] = [:]
    for observer in ordered {
      let isInner = inner.contains(observer.id)
      let base = observer.isMain ? program.result : isInner ? observer.names?.sequence : observer.names?.observer
      let name = base.flatMap { $0.isEmpty ? nil : $0 } ?? run.trace.objects[observer.id].name
      counts[name, default: 0] += 1
      var lane = MarbleScene.Lane(
        role: isInner ? .inner : .result, name: isInner ? "\(name) \(counts[name]!)" : name, start: observer.start)
      for step in observer.events {
        guard let tick = run.tick(of: step) else { continue }
        let origin = MarbleScene.Origin(lane: scene.lanes.count, event: lane.events.count)
        outputs.append((step.index, origin))
        lane.events.append(.init(tick: tick, event: step.event!, text: run.text(of: step)))
      }
      if lane.events.last.map({ $0.event == .next }) ?? true { lane.disposal = observer.disposal }
      scene.lanes.append(lane)
    }
    showSequences()
  }

  /// Links each element that is a sequence to the lane with that sequence's events.
  private mutating func showSequences() {
    let inner = scene.lanes.indices.filter { scene.lanes[$0].role == .inner }
    guard !inner.isEmpty, let main = scene.lanes.firstIndex(where: { $0.role == .result }) else { return }
    let elements = scene.lanes[main].events.indices.filter { scene.lanes[main].events[$0].event == .next }
    for (element, lane) in zip(elements, inner) {
      scene.lanes[main].events[element].lane = lane
      scene.lanes[lane].opener = .init(lane: main, event: element)
    }
  }

  // MARK: Where elements come from

  private mutating func linkElements() {
    let lanes = scene.lanes
    let lineage = Lineage(run, inputs: places) { lanes[$0.lane].events[$0.event].text }
    for output in outputs {
      let event = scene.lanes[output.place.lane].events[output.place.event]
      guard event.event == .next, event.lane == nil else { continue }
      scene.lanes[output.place.lane].events[output.place.event].origins = lineage.origins(of: output.step)
    }
  }
}
