import RxTrace

/// Gives calls that differ only in their values, in the numbers of their objects, or in the threads that serve one queue
/// the same number.
///
/// Two objects are alike if they are of one type and were made at one line.
struct CallShapes {
  private let trace: Trace
  /// For each object, the number of its kind.
  private let kinds: [Int32]
  /// For each step, the number of its thread or queue.
  private let places: [Int32]

  private struct ObjectKind: Hashable {
    var typeName: String
    var origin: SourceLine?
  }

  private struct Call: Hashable {
    var kind: StepKind
    var event: EventKind?
    var isDelivered: Bool
    var object: Int32
    var other: Int32
    var place: Int32
    var site: Int32
    var scheduler: Int32
    var schedulingPlace: Int32
  }

  private var calls: [Call: Int] = [:]
  private var sites: [SourceLine: Int32] = [:]
  /// For a shape and the next call that it encloses, the shape of both.
  private var joined: [Pair: Int] = [:]
  private var count = 0

  private struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  init(_ trace: Trace, origins: [ObjectID: SourceLine]) {
    self.trace = trace
    var known: [ObjectKind: Int32] = [:]
    kinds = trace.objects.map { object in
      let kind = ObjectKind(typeName: object.typeName, origin: origins[object.id])
      return Self.number(of: kind, in: &known)
    }
    places = Self.places(trace)
  }

  /// A queue is one place, whichever threads serve it.
  private static func places(_ trace: Trace) -> [Int32] {
    var known: [String: Int32] = [:]
    var latest: (queue: String, place: Int32)?
    return trace.steps.indices.map { step in
      guard let queue = trace.steps[step].queue, !queue.isEmpty else {
        return Int32(truncatingIfNeeded: -1 - trace.steps[step].thread)
      }
      if let latest, latest.queue == queue { return latest.place }
      let place = number(of: queue, in: &known)
      latest = (queue, place)
      return place
    }
  }

  private static func number<Thing: Hashable>(of thing: Thing, in known: inout [Thing: Int32]) -> Int32 {
    if let number = known[thing] { return number }
    known[thing] = Int32(known.count)
    return Int32(known.count - 1)
  }

  /// The shape of a call with what it encloses.
  /// - Parameter children: the shapes of the calls that it encloses, in order.
  mutating func shape(of step: Int, children: [Int]) -> Int {
    // An error is unlike anything else, and so are the calls that enclose it.
    guard trace.steps[step].event != .error && trace.steps[step].thrown == nil else { return -1 - step }
    var shape = number(of: call(step))
    for child in children { shape = number(of: Pair(first: shape, second: child)) }
    return shape
  }

  private mutating func call(_ step: Int) -> Call {
    let schedule = trace.steps[step].cause
    return Call(
      kind: trace.steps[step].kind, event: trace.steps[step].event, isDelivered: trace.steps[step].isDelivered,
      object: kind(trace.steps[step].object), other: kind(trace.steps[step].other), place: places[step],
      site: trace.steps[step].site.map { Self.number(of: $0, in: &sites) } ?? -1,
      scheduler: kind(schedule.flatMap { trace.steps[$0].object }),
      schedulingPlace: schedule.map { places[$0] } ?? 0)
  }

  private func kind(_ object: ObjectID?) -> Int32 { object.map { kinds[$0] } ?? -1 }

  private mutating func number(of call: Call) -> Int {
    if let number = calls[call] { return number }
    count += 1
    calls[call] = count
    return count
  }

  private mutating func number(of pair: Pair) -> Int {
    if let number = joined[pair] { return number }
    count += 1
    joined[pair] = count
    return count
  }
}
