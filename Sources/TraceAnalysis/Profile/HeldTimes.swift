import RxTrace
import TraceFormat

/// Times how long stages such as `debounce`, `throttle`, `observe(on:)`, `delay`, `buffer` and `zip` hold elements.
///
/// An element is held from the moment at which it comes until the stage hands it on, if that is after the call that gave it.
/// Elements that never go on are not timed. Where records are missing, nothing is known of what was held.
struct HeldTimes {
  /// The elements that stages have handed on with the newest step.
  private(set) var released: [(stage: ObjectID, time: UInt64)] = []
  private let parts: StageParts
  /// The reason why each object holds elements. It is found only once, because it is asked for at each element.
  private let reasons: [Withholding?]
  private var kept: [ObjectID: Kept] = [:]
  private var hasGap = false

  fileprivate struct Arrival {
    var step: Int
    var time: UInt64
  }

  /// The elements that a stage keeps, by the input from which they came, the oldest first.
  fileprivate struct Kept {
    var inputs: [(input: ObjectID, arrivals: [Arrival], taken: Int)] = []
  }

  init(_ parts: StageParts) {
    self.parts = parts
    reasons = (0..<parts.count).map { Self.reason(of: $0, parts) }
  }

  mutating func take(_ run: Pipelines) {
    if !released.isEmpty { released.removeAll(keepingCapacity: true) }
    if run.isBehindGap { (kept, hasGap) = ([:], true) }
    for event in run.events {
      switch event {
      case .subscribed(let observer, _): begin(observer)
      case .arrived(.next, let object):
        if let giver = giver(to: object, run) { send(from: giver, run) }
        arrive(at: object, run)
      case .left(.next, let sink): send(from: sink, run)
      case .left(_, let object): kept[object] = nil
      // An observer whose source has ended may still hand on what it has.
      case .disposed(let object) where run.role(of: object) == .sink: kept[object] = nil
      default: break
      }
    }
  }

  private func reason(_ stage: ObjectID) -> Withholding? { stage < reasons.count ? reasons[stage] : nil }

  private static func reason(of stage: ObjectID, _ parts: StageParts) -> Withholding? {
    guard let reason = parts.withholding(of: stage) else { return nil }
    switch reason {
    case .rate, .quiet, .signal, .queue, .batch, .pairs: return reason
    default: return nil
    }
  }

  private mutating func begin(_ observer: ObjectID) {
    guard observer < parts.count else { return }
    let stage = parts.stage(of: observer)
    if reason(stage) != nil { kept[stage] = kept[stage] ?? Kept() }
  }

  private mutating func arrive(at object: ObjectID, _ run: Pipelines) {
    guard object < parts.count else { return }
    let stage = parts.stage(of: object)
    guard let reason = reason(stage), stage >= run.runs.count || run.runs[stage].end == nil else { return }
    if reason == .signal, object != stage { return }
    // Which element a queue sends next is known only from its beginning on.
    if hasGap, kept[stage] == nil, reason == .queue || reason == .pairs || reason == .batch { return }
    let keepsLatest = reason == .rate || reason == .quiet || reason == .signal
    kept[stage, default: Kept()].add(Arrival(step: run.step.number, time: run.step.time), from: object, keepsLatest)
  }

  /// The stage whose action gives an element to an object, without a `forwardOn`.
  private func giver(to object: ObjectID, _ run: Pipelines) -> ObjectID? {
    guard run.parent?.kind == .scheduledAction, run.role(of: object) != .subject else { return nil }
    return run.runs[object].feeder
  }

  private mutating func send(from stage: ObjectID, _ run: Pipelines) {
    guard stage < parts.count, kept[stage] != nil, let reason = reason(stage) else { return }
    let isOne = reason == .queue || reason == .pairs
    for arrival in kept[stage]!.take(isOne) where !run.around.contains(where: { $0.number == arrival.step }) {
      released.append((stage, run.step.time - min(run.step.time, arrival.time)))
    }
    if run.runs[stage].inputEnd != nil, kept[stage]!.isEmpty { kept[stage] = nil }
  }
}

extension HeldTimes.Kept {
  fileprivate var isEmpty: Bool { inputs.allSatisfy { $0.taken == $0.arrivals.count } }

  fileprivate mutating func add(_ arrival: HeldTimes.Arrival, from input: ObjectID, _ keepsLatest: Bool) {
    guard let place = inputs.firstIndex(where: { $0.input == input }) else {
      inputs.append((input, [arrival], 0))
      return
    }
    if keepsLatest { inputs[place].arrivals.removeAll(keepingCapacity: true) }
    inputs[place].arrivals.append(arrival)
  }

  /// - Parameter isOne: whether only the oldest of each input goes on.
  fileprivate mutating func take(_ isOne: Bool) -> [HeldTimes.Arrival] {
    var taken: [HeldTimes.Arrival] = []
    for place in inputs.indices {
      guard isOne else {
        taken += inputs[place].arrivals
        inputs[place].arrivals.removeAll(keepingCapacity: true)
        continue
      }
      guard inputs[place].taken < inputs[place].arrivals.count else { continue }
      taken.append(inputs[place].arrivals[inputs[place].taken])
      inputs[place].taken += 1
      // Taken elements are removed rarely, because each removal moves all that is kept.
      if inputs[place].taken * 2 > inputs[place].arrivals.count {
        inputs[place].arrivals.removeFirst(inputs[place].taken)
        inputs[place].taken = 0
      }
    }
    return taken
  }
}
