import RxTrace

/// The subscriptions of the program that a value could have reached: those to which the value's pipelines lead.
struct PossibleEnds {
  /// The subscriptions of one line.
  struct End {
    var name: String
    var place: SourceLine?
    /// The number of the first step at which one of them was given the value, or an element made of it.
    var arrival: Int?
  }

  private(set) var ends: [End] = []

  /// The most ends that a text names.
  private static let mostNamed = 8

  /// - Parameters:
  ///   - observers: the ends.
  ///   - arrivals: the ends that the value reached, each with the step at which it did.
  init(_ observers: some Sequence<ObjectID>, _ arrivals: [ObjectID: Int], _ names: ProgramNames) {
    var places: [String: Int] = [:]
    for observer in observers.sorted() {
      let name = names.name(of: observer)
      let place = places[name] ?? ends.count
      if place == ends.count { ends.append(End(name: name, place: names.place(of: observer), arrival: nil)) }
      places[name] = place
      if let step = arrivals[observer] { ends[place].arrival = min(ends[place].arrival ?? step, step) }
    }
  }

  /// A line for each end, if there are several.
  /// - Parameter isWhole: whether no records were removed.
  func lines(of value: String, isWhole: Bool) -> [String] {
    guard ends.count > 1 else { return [] }
    let named = ends.prefix(Self.mostNamed)
    let width = named.map(\.name.count).max() ?? 0
    let absent = isWhole ? "it did not come" : "no remaining record has it"
    let rows = named.map { end in
      let fate = end.arrival.map { "it came, in step \($0)" } ?? absent
      return "\(StoryText.padded(end.name, width))  \(fate)"
    }
    let more = ends.count - named.count
    let count = ends.count { $0.arrival != nil }
    let missed = isWhole ? ends.lazy.filter { $0.arrival == nil }.compactMap(\.place).first : nil
    let heading = "\(value) came to \(count) of the \(ends.count) subscriptions that it could have come to"
    return ["", heading + (isWhole ? "" : ", as far as records remain")] + rows
      + (more > 0 ? ["and \(more) more"] : [])
      + (missed.map { ["with --at \($0.shortDescription), why-not says why it did not come there"] } ?? [])
  }
}

/// An end in JSON.
struct EndJSON: Encodable {
  let name: String
  let step: Int?

  init(_ end: PossibleEnds.End) { (name, step) = (end.name, end.arrival) }
}
