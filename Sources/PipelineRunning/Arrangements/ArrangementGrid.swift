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
    /// The number of ticks that an element can have.
    public var ticks: Int
    /// Whether the end can be at any tick after the last element, and not only at the last one.
    public var hasFreeEnd: Bool
    /// Whether the end can be an error.
    public var hasErrors: Bool

    public init(isHot: Bool, sequence: Int, names: [String], ticks: Int, hasFreeEnd: Bool, hasErrors: Bool) {
      self.isHot = isHot
      self.sequence = sequence
      self.names = names
      self.ticks = ticks
      self.hasFreeEnd = hasFreeEnd
      self.hasErrors = hasErrors
    }

    /// The first tick of an element: in the tick 0 of a hot sequence nobody has subscribed yet.
    public var first: Int { isHot ? 1 : 0 }

    /// The first tick of an end. A cold sequence that fails in its tick 0 would be retried for ever in the same tick.
    public var firstEnd: Int { 1 }

    /// The number of arrangements.
    public var count: Int {
      let kinds = hasErrors ? 2 : 1
      guard hasFreeEnd else { return kinds * (0...names.count).reduce(0) { $0 + Self.choices(of: $1, from: ticks) } }
      let ends = (1...(names.count + 1)).reduce(0) { $0 + Self.choices(of: $1, from: ticks + 1) }
      return kinds * (ends - (firstEnd - first))
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
  /// most arrangements gives up a freedom until there are: its free end, then elements and ticks in turn, then errors.
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

  /// How many grids are tried before the outcomes are few enough to be packed.
  private static let mostCandidates = 6
}

extension ArrangementGrid.Lane {
  fileprivate var isReducible: Bool { hasFreeEnd || names.count > 1 || ticks > 3 || hasErrors }

  fileprivate mutating func reduce() {
    if hasFreeEnd {
      hasFreeEnd = false
    } else if names.count > 3 || names.count > 2 && ticks <= 6 {
      names.removeLast()
    } else if ticks > 6 {
      ticks -= 1
    } else if hasErrors, ticks <= 4 {
      hasErrors = false
    } else if ticks > 4 || ticks > 3 && names.count <= 2 {
      ticks -= 1
    } else if names.count > 1 {
      names.removeLast()
    } else {
      hasErrors = false
    }
  }
}
