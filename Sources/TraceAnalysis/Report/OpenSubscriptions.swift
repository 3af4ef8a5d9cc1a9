import RxTrace

/// The subscriptions of a run that are open, by the observer, and the inner sequences of each run of a stage.
///
/// A subscription ends with the terminal event that comes to the observer, with the disposal of either end, or when the
/// observer leaves a subject.
struct OpenSubscriptions {
  /// For each observer, the stages that it is subscribed to.
  private var sources: [ObjectID: [Int]] = [:]
  /// For each run, the observers of its inner sequences.
  private var inners: [ObjectID: Set<ObjectID>] = [:]

  /// The observers of subscriptions that may have ended among records that are missing.
  private var doubtful: Set<ObjectID> = []

  /// The subscriptions that are known to be open.
  var known: [ObjectID: [Int]] { sources.filter { !doubtful.contains($0.key) } }

  mutating func begin(_ observer: ObjectID, to stage: Int) { sources[observer, default: []].append(stage) }

  func has(_ observer: ObjectID, to stage: Int) -> Bool { sources[observer]?.contains(stage) ?? false }

  /// - Returns: the stages to which the subscriptions were, if they are known to have been open.
  mutating func end(_ observer: ObjectID) -> [Int] {
    let stages = sources.removeValue(forKey: observer) ?? []
    return doubtful.remove(observer) == nil ? stages : []
  }

  /// Ends one subscription.
  /// - Parameter stage: the stage that was subscribed to. It tells several subscriptions of one observer apart.
  /// - Returns: the stage, if the subscription is known to have been open.
  mutating func end(_ observer: ObjectID, to stage: Int?) -> Int? {
    guard let open = sources[observer] else { return nil }
    guard let place = open.count == 1 ? 0 : open.lastIndex(where: { $0 == stage }) else { return nil }
    if doubtful.contains(observer) {
      _ = end(observer)
      return nil
    }
    if open.count == 1 { sources[observer] = nil } else { sources[observer]!.remove(at: place) }
    return open[place]
  }

  /// Doubts all that is open, because its end may be among missing records. ``confirm(_:)`` ends the doubt.
  /// - Returns: the stages to which the subscriptions were, once for each.
  mutating func doubt() -> [Int] {
    let doubted = sources.filter { !doubtful.contains($0.key) }
    doubtful.formUnion(doubted.keys)
    inners = [:]
    return doubted.values.flatMap(\.self)
  }

  /// Confirms the subscriptions of an observer, because it gets something.
  /// - Returns: the stages to which its subscriptions are, if they were in doubt.
  mutating func confirm(_ observer: ObjectID) -> [Int] {
    guard !doubtful.isEmpty, doubtful.remove(observer) != nil else { return [] }
    return sources[observer] ?? []
  }

  mutating func begin(inner: ObjectID, of run: ObjectID) -> Bool { inners[run, default: []].insert(inner).inserted }

  /// - Returns: whether the inner sequence was open.
  mutating func end(inner: ObjectID, of run: ObjectID) -> Bool {
    guard inners[run]?.remove(inner) != nil else { return false }
    if inners[run]!.isEmpty { inners[run] = nil }
    return true
  }

  /// The observers of the inner sequences of a run, all of which end.
  mutating func endInners(of run: ObjectID) -> Set<ObjectID> { inners.removeValue(forKey: run) ?? [] }
}
