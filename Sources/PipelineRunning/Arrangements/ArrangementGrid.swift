/// The arrangements of marbles for which a program is run: for each input every choice of ticks for its elements and its
/// end.
///
/// The order is that of the pages' script: the first lane varies slowest; in a lane, sets of ticks come in the order in
/// which a walk through all of them meets them, and each set with its ends from the earliest to the latest, a completion
/// before an error.
public struct ArrangementGrid: Hashable, Sendable {
  public var lanes: [Lane]

  public init(lanes: [Lane]) { self.lanes = lanes }

  /// The arrangements of one input.
  public struct Lane: Hashable, Sendable {
    /// Whether the ticks count from the beginning of the run, and not from each subscription.
    public var isHot: Bool
    /// The number of the test sequence among those that the program makes, from 0.
    public var sequence: Int
    /// The names of the elements, in order; an arrangement has the first ones of them.
    public var names: [String]
    /// The number of ticks before the last one that an end can have.
    public var ticks: Int
    /// The ticks that an element can have, in order.
    public var places: [Int]
    /// Whether the end can be at any tick after the last element, and not only at the last one.
    public var hasFreeEnd: Bool
    /// Whether the end can be an error.
    public var hasErrors: Bool
    /// The arrangement of the program itself, which stays on the grid when the grid becomes smaller.
    public var recorded: Recorded?

    /// The ticks of a diagram's elements and of its end.
    public struct Recorded: Hashable, Sendable {
      public var places: [Int]
      public var end: Int?
      /// Whether the end is an error.
      public var isError: Bool

      public init(places: [Int], end: Int?, isError: Bool = false) {
        self.places = places
        self.end = end
        self.isError = isError
      }
    }

    public init(
      isHot: Bool, sequence: Int, names: [String], ticks: Int, hasFreeEnd: Bool, hasErrors: Bool,
      recorded: Recorded? = nil
    ) {
      self.isHot = isHot
      self.sequence = sequence
      self.names = names
      self.ticks = ticks
      self.hasFreeEnd = hasFreeEnd
      self.hasErrors = hasErrors
      self.recorded = recorded
      let first = isHot ? 1 : 0
      places = Array(first..<(first + ticks))
      if joinsEnd { places.append(last) }
    }

    /// The first tick of an element: in the tick 0 of a hot sequence nobody has subscribed yet.
    public var first: Int { isHot ? 1 : 0 }

    /// The last tick that an end can have.
    public var last: Int { first + ticks }

    /// Whether an end can have the tick of the last element, as in `--(a|)`.
    public var joinsEnd: Bool { recorded.map { $0.end != nil && $0.end == $0.places.last } ?? false }

    /// The first tick of an end. A cold sequence that fails in its tick 0 would be retried for ever in the same tick.
    public var firstEnd: Int { 1 }

    /// The number of arrangements.
    public var count: Int {
      let kinds = hasErrors ? 2 : 1
      // The number of sets of elements whose last element is at each place.
      let sets = places.indices.map { before in
        (0..<names.count).reduce(0) { $0 + Self.choices(of: $1, from: before) }
      }
      return kinds * zip(places, sets).reduce(ends(after: nil)) { $0 + $1.1 * ends(after: $1.0) }
    }

    /// The number of ends that an arrangement with this last element can have.
    private func ends(after place: Int?) -> Int {
      guard hasFreeEnd else { return 1 }
      let next = place.map { joinsEnd ? $0 : $0 + 1 } ?? first
      return max(last - max(next, firstEnd) + 1, 0)
    }

    private static func choices(of count: Int, from all: Int) -> Int {
      guard count <= all else { return 0 }
      return (0..<count).reduce(1) { $0 * (all - $1) / ($1 + 1) }
    }
  }

  /// The number of arrangements; `Int.max` for more than a number can be.
  public var count: Int {
    lanes.reduce(1) { product, lane in
      let (next, isHuge) = product.multipliedReportingOverflow(by: lane.count)
      return isHuge ? .max : next
    }
  }
}

extension ArrangementGrid {
  /// Grids for a program's inputs, the largest first, each with at most `limit` arrangements.
  ///
  /// The first one that fits has the inputs' own ticks and elements if there are few enough. Otherwise the lane with the
  /// most arrangements gives up a freedom until there are: its free end, then ticks, then errors. The arrangement of the
  /// program itself is on all of them.
  public static func candidates(for lanes: [Lane], limit: Int) -> [ArrangementGrid] {
    var grid = ArrangementGrid(lanes: lanes)
    var candidates: [ArrangementGrid] = []
    while candidates.count < mostCandidates {
      if grid.count <= limit { candidates.append(grid) }
      let order = grid.lanes.indices.sorted { grid.lanes[$0].count > grid.lanes[$1].count }
      guard let reduced = order.first(where: { grid.lanes[$0].isReducible }) else { break }
      grid.lanes[reduced].reduce()
    }
    return candidates
  }

  /// The number of grids that are tried before the outcomes are few enough to be packed.
  private static let mostCandidates = 6
}

extension ArrangementGrid.Lane {
  fileprivate var isReducible: Bool { hasFreeEnd || hasSpareErrors || !spare.isEmpty || names.count > fewestNames }

  private var hasSpareErrors: Bool { hasErrors && recorded?.isError != true }

  /// The places that can be given up, because no element of the program has them; none if there are only three places.
  private var spare: [Int] {
    guard places.count > 3 else { return [] }
    return places.indices.filter { !(recorded?.places.contains(places[$0]) ?? false) }
  }

  private var fewestNames: Int { recorded.map(\.places.count) ?? 1 }

  fileprivate mutating func reduce() {
    if hasFreeEnd {
      hasFreeEnd = false
      if let end = recorded?.end { limit(to: end) }
    } else if names.count > max(fewestNames, 3) {
      names.removeLast()
    } else if places.count > 6, let place = leastMissed {
      places.remove(at: place)
    } else if hasSpareErrors {
      hasErrors = false
    } else if let place = leastMissed {
      places.remove(at: place)
    } else if names.count > fewestNames {
      names.removeLast()
    }
  }

  private mutating func limit(to end: Int) {
    ticks = end - first
    let most = joinsEnd ? end : end - 1
    places.removeAll { $0 > most }
  }

  /// The place whose removal leaves the smallest gap between its neighbours, so that the others stay spread.
  private var leastMissed: Int? {
    spare.min { gap(around: $0) < gap(around: $1) }
  }

  private func gap(around index: Int) -> Int {
    let before = index > 0 ? places[index - 1] : first - 1
    let after = index + 1 < places.count ? places[index + 1] : last
    return after - before
  }
}
