import RxTrace

/// A run, with the virtual time of each step.
struct VirtualRun {
  let trace: Trace
  /// For each step the time of the action that it belongs to.
  private let ticks: [Int?]

  /// The tick at which the test scheduler disposes the subscriptions that are still active.
  private static let lastTick = 1000

  init(_ trace: Trace) {
    self.trace = trace
    var ticks: [Int?] = []
    for step in trace.steps {
      let schedule = step.kind == .scheduledAction ? step.cause.map { trace.steps[$0] } : nil
      let own = schedule?.value.flatMap { Int($0.text) }
      ticks.append(own ?? step.parent.flatMap { ticks[$0] })
    }
    self.ticks = ticks
  }

  func tick(of step: Step) -> Int? { ticks[step.index] }

  /// A value as readers know it: a string without its quotation marks.
  func text(of step: Step) -> String { step.value.map { StepValue.unquoted($0.text) } ?? "" }

  /// The events that a scheduler's action gives a receiver from one subscription up to the receiver's next one.
  func deliveries(to receiver: ObjectID, after subscription: Int) -> [Int] {
    var deliveries: [Int] = []
    for step in trace.steps[(subscription + 1)...] {
      if step.kind == .subscribe, step.other == receiver { break }
      guard step.kind == .on, step.object == receiver, let parent = step.parent,
        trace.steps[parent].kind == .scheduledAction
      else { continue }
      deliveries.append(step.index)
    }
    return deliveries
  }

  /// The tick at which a receiver, a part that it belongs to, or the sink that feeds it was disposed.
  func disposal(of receiver: ObjectID, after subscription: Int) -> Int? {
    var parts: Set<ObjectID> = [receiver]
    for link in trace.objects[receiver].links where link.role == .owner { parts.insert(link.target) }
    for object in trace.objects where object.deliversTo == receiver { parts.insert(object.id) }
    let step = trace.steps[subscription...].first {
      $0.kind == .dispose && $0.object.map(parts.contains) ?? false
    }
    return step.flatMap(tick).flatMap { $0 < Self.lastTick ? $0 : nil }
  }

  /// The nearest event whose delivery encloses a step.
  func nearestDelivery(around step: Int) -> Int? {
    var current = trace.steps[step].parent
    while let index = current {
      if trace.steps[index].kind == .on, trace.steps[index].event == .next { return index }
      current = trace.steps[index].parent
    }
    return nil
  }

  /// Whether the test scheduler itself subscribed, instead of a line of the program.
  func isSubscribedByScheduler(_ step: Step) -> Bool { step.site?.file.hasSuffix("TestScheduler.swift") ?? false }

  /// Whether an observer was subscribed while an element was delivered.
  func isWithinDelivery(of observer: ObjectID) -> Bool {
    guard let step = trace.steps.first(where: { $0.kind == .subscribe && $0.other == observer }) else { return false }
    return nearestDelivery(around: step.index) != nil
  }
}
