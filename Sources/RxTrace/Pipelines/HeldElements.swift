import TraceFormat

/// The elements that a stage has been given and may still send, with the order in which it sends them.
///
/// A queue and a `zip` send the earliest elements first. A stage that waits for silence, for a time or for another
/// input keeps the latest element of an input. A stage that collects sends all of its elements at once.
struct HeldElements {
  /// An element that is followed.
  struct Held {
    var step: Int
    /// The stage itself, or the part of it that is the input.
    var input: ObjectID
    /// The number of elements that the input had before.
    var place: Int
  }

  let reason: Withholding
  private(set) var held: [Held] = []
  /// The number of elements that each input had; an input without one has no entry.
  private(set) var counts: [ObjectID: Int] = [:]
  /// The number of elements that the stage has sent.
  private var sent = 0
  /// The step that sent the latest element.
  private(set) var lastSent: Int?
  /// The step that subscribed to the latest inner sequence.
  private(set) var lastInner: Int?
  /// The number of inner sequences that have begun.
  private var begun = 0
  /// The inputs that the stage subscribed, and the sequence of each.
  private(set) var inputs: [(input: ObjectID, source: ObjectID)] = []
  /// Whether the stage has asked a scheduler to do something for an element. A stage that never does keeps no element.
  var hasTimer = false
  /// The steps that sent the last elements of a stage that sends these at its end.
  private var lastSteps: [Int] = []

  init(_ reason: Withholding) {
    self.reason = reason
  }

  /// Notes that the stage, or a part of it, was subscribed.
  /// - Returns: the followed element whose turn comes with this subscription.
  mutating func subscribe(_ input: ObjectID, to source: ObjectID, of stage: ObjectID, _ step: Int) -> Int? {
    if input != stage { (lastInner, begun) = (step, begun + 1) }
    switch reason {
    case .inputs, .pairs, .latest, .opening, .signal: inputs.append((input, source))
    case .turn where input != stage: return take { [begun] in $0.place == begun - 1 }.first
    default: break
    }
    return nil
  }

  /// The sequences of the inputs that had no element yet.
  var inputsWithoutElement: [ObjectID] { inputs.filter { counts[$0.input] == nil }.map(\.source) }

  /// The inputs or elements that the newest element of an input waits for, at a stage that combines all inputs.
  func waiting(of input: ObjectID) -> Waiting? {
    guard let count = counts[input] else { return nil }
    switch reason {
    case .inputs: return .others(than: Array(counts.keys))
    case .pairs where count - sent > 1: return .kept(count - sent)
    case .pairs: return .others(than: counts.filter { $0.value >= count }.map(\.key))
    default: return nil
    }
  }

  /// The sequences of the inputs other than the known ones.
  func sources(otherThan known: [ObjectID]) -> [ObjectID] {
    inputs.filter { !known.contains($0.input) }.map(\.source)
  }

  /// Whether an element of an input waits within the stage, rather than going on or being dropped at once.
  private func keeps(_ input: ObjectID, of stage: ObjectID) -> Bool {
    switch reason {
    case .rate, .quiet, .queue, .end, .last, .batch, .inputs, .pairs: true
    case .signal, .turn: input == stage
    case .latest: input != stage
    case .predicate, .absence, .repetition, .position, .busy, .opening, .all: false
    }
  }

  /// Notes that an input was given an element.
  /// - Parameter isFollowed: whether anybody asks for this element.
  /// - Returns: the followed element that it replaces.
  mutating func add(_ step: Int, from input: ObjectID, of stage: ObjectID, isFollowed: Bool) -> Int? {
    let place = counts[input] ?? 0
    counts[input] = place + 1
    guard keeps(input, of: stage) else { return nil }
    let replaced = keepsLatest ? held.firstIndex { $0.input == input }.map { held.remove(at: $0).step } : nil
    if isFollowed { held.append(Held(step: step, input: input, place: place)) }
    return replaced
  }

  private var keepsLatest: Bool {
    switch reason {
    case .rate, .quiet, .signal, .inputs, .latest: true
    default: false
    }
  }

  /// Notes that the stage sends an element.
  /// - Parameter given: the element that it was given meanwhile, if that one is followed.
  /// - Returns: the followed elements that it sends, or from which it makes the element that it sends.
  mutating func send(_ step: Int, for given: Int?) -> [Int] {
    defer {
      sent += 1
      lastSent = step
    }
    switch reason {
    case .queue, .pairs: return take { [sent] in $0.place == sent }
    case .rate, .quiet, .end, .batch, .signal: return take { _ in true }
    case .inputs, .latest: return (held.map(\.step) + [given].compactMap(\.self)).uniqued
    case .last:
      lastSteps.append(step)
      return []
    case .predicate, .absence, .repetition, .position, .busy, .turn, .opening, .all: return [given].compactMap(\.self)
    }
  }

  private mutating func take(_ isTaken: (Held) -> Bool) -> [Int] {
    let taken = held.filter(isTaken)
    held.removeAll(where: isTaken)
    return taken.map(\.step)
  }

  /// Removes an element that leaves the stage without being sent.
  mutating func drop(_ step: Int) { held.removeAll { $0.step == step } }

  /// The followed elements of a stage that sends its last elements, each with the step that sent it; nil if none did.
  /// They are known once the stage has sent its terminal event.
  var lastElements: [(held: Int, sent: Int?)] {
    held.map { element in
      let place = element.place - (counts[element.input] ?? 0) + lastSteps.count
      return (element.step, lastSteps.indices.contains(place) ? lastSteps[place] : nil)
    }
  }

  var firstOfLast: Int? { lastSteps.first }
}

extension Withholding {
  /// Whether the order of all elements is needed to tell which of them a stage sends.
  var dependsOnPositions: Bool {
    switch self {
    case .queue, .pairs, .turn, .last: true
    default: false
    }
  }
}

/// The reason why a stage keeps an element when it comes.
package enum Waiting {
  /// The element waits for an element of each input other than these.
  case others(than: [ObjectID])
  /// The element is one of several of its input, whose number is given.
  case kept(Int)
}

extension [Int] {
  fileprivate var uniqued: [Int] {
    var known: Set<Int> = []
    return filter { known.insert($0).inserted }
  }
}
