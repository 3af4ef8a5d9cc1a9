import RxTrace

/// The differences between two runs in the calls that were made. Times, numbers that only shifted, and the turns of
/// threads do not count.
///
///     let diff = TraceDiff(before, after)
///     print(diff.isSame, diff.places.first?.message ?? "")
///     // Prints: false the left run has Filter#1, which the right one lacks
public struct TraceDiff: Sendable {
  /// Why two runs differ at a place.
  public enum Reason: String, Sendable {
    /// One run has objects of a type that the other lacks, or has fewer of.
    case operatorMissing = "operator missing"
    case operatorAdded = "operator added"
    case operatorReplaced = "operator replaced"
    case order
    /// Something happens more often in one run.
    case count
    /// Something happens on another thread or queue.
    case thread
    case value
    /// An event of another kind: an error instead of the end, one that is not delivered.
    case event
    /// Something happens within another call.
    case nesting
  }

  /// A place where the runs are not alike.
  public struct Place: Sendable {
    public var reason: Reason
    public var message: String
    /// The first steps that are not alike, as positions in the traces; nil if a run has none there.
    public var left: Int?
    public var right: Int?
    /// The number of places like this one, itself included.
    public var count = 1
    /// The steps around it side by side.
    public var rows: [Row] = []
    /// Steps of the place that the rows leave out.
    public var omittedLeft = 0
    public var omittedRight = 0
  }

  /// Two steps side by side; one is nil if a run has no such step.
  public struct Row: Sendable, Equatable {
    public var left: Int?
    public var right: Int?
    public var isAlike: Bool
  }

  /// The number of equal calls in both runs.
  public struct CallCount: Sendable, Equatable {
    /// `MapSink.forwardOn`
    public var call: String
    public var left: Int
    public var right: Int
  }

  /// The places in the order of the run; of several places alike, only the first.
  public let places: [Place]
  /// Calls that one run has more of than the other.
  public let counts: [CallCount]
  /// The number of all places, including those that are like another one.
  public let placeCount: Int
  /// The number of steps of the left run that the right one has as well, with the same value.
  public let alikeCount: Int

  public var isSame: Bool { places.isEmpty }

  /// - Parameters:
  ///   - ignoringValues: whether calls with other values are alike.
  ///   - ignoringOutput: whether it does not matter what the programs printed.
  ///   - context: how many steps before and after a place it shows.
  public init(
    _ left: Trace, _ right: Trace, ignoringValues: Bool = false, ignoringOutput: Bool = false, context: Int = 5
  ) {
    let comparison = FlowComparison(left, right, ignoringValues: ignoringValues, ignoringOutput: ignoringOutput)
    let finder = PlaceFinder(comparison, ignoringValues: ignoringValues, context: context)
    places = finder.places
    placeCount = finder.places.reduce(0) { $0 + $1.count }
    counts = Self.counts(left, right)
    alikeCount = comparison.lanes.joined().count { row in
      guard let one = row.left, let other = row.right else { return false }
      return ignoringValues || comparison.value(ofLeft: one) == comparison.value(ofRight: other)
    }
  }

  private static func counts(_ left: Trace, _ right: Trace) -> [CallCount] {
    let (one, other) = (tally(left), tally(right))
    return Set(one.keys).union(other.keys).sorted().compactMap { call in
      let (first, second) = (one[call] ?? 0, other[call] ?? 0)
      return first == second ? nil : CallCount(call: call, left: first, right: second)
    }
  }

  private static func tally(_ trace: Trace) -> [String: Int] {
    struct Call: Hashable {
      let type: String?
      let kind: StepKind
    }
    var counts: [Call: Int] = [:]
    for step in trace.steps where step.kind != .output {
      counts[Call(type: step.object.map { trace.objects[$0].typeName }, kind: step.kind), default: 0] += 1
    }
    // A damaged recording may have objects without a type and calls without an object.
    return Dictionary(
      counts.map { ("\($0.key.type ?? "").\($0.key.kind.rawValue)", $0.value) }, uniquingKeysWith: +)
  }
}
