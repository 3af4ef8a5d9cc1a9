import RxTrace

/// The contents of a marble diagram: a row for each subscription with its events, and a common axis.
///
/// This is the common layout of the text and the picture. A row is an observable as one observer sees it. Rows stand below
/// those that feed them, so the last row of a pipeline has the events of its subscriber. Events that one event causes
/// during its call share its column if there is room.
///
///     let chart = MarbleChart(trace)
///     for row in chart.rows { print(row.name, row.marbles.map { $0.value?.text ?? "|" }) }
///     // Prints: Map#1 ["10", "20", "|"]
public struct MarbleChart: Sendable {
  /// Rows of sources come first, and rows of subscribers last.
  public internal(set) var rows: [Row] = []
  /// The common axis.
  public internal(set) var columns: [Column] = []
  /// The virtual clock's time at the beginning of the first row; nil if there is no virtual clock.
  var firstMoment: Int?

  /// One observable as one observer sees it.
  public struct Row: Sendable {
    /// The observable: `Map#1`. A subject or an observer that was given events by hand stands for itself.
    public var name: String
    /// The receiver of the events: `FilterSink#1`. Empty for a row that stands for itself.
    public var receiver: String
    /// The line that made the observable, if it is known.
    public var origin: SourceLine?
    /// In the order of the run.
    public var marbles: [Marble] = []
    /// The column before which the subscription was made; within it, if ``startsLate``.
    public var start = 0
    /// True for a row that begins while an event of another row is being delivered.
    public var startsLate = false
    /// The column after which the subscription was disposed; nil if it ended by itself or did not end.
    public var disposal: Int?
    /// Rows of one group feed one another.
    public var group = 0
    /// The number of observables whose events the row has: those that one place of the program made.
    public var count = 1
    /// The steps of the subscription and of the disposal, as far as the row has them.
    var subscribed: Int?
    var disposed: Int?

    /// The column of the event that ended the row.
    public var termination: Int?

    /// The column in which the row's line ends; nil if it goes on.
    public var end: Int? { termination ?? disposal }

    /// The positions of the marbles in some columns.
    func indices(in columns: Range<Int>) -> Range<Int> {
      // A binary search, because a long run is drawn in many strips.
      let start = marbles.partitioningIndex { $0.column >= columns.lowerBound }
      return start..<marbles[start...].partitioningIndex { $0.column >= columns.upperBound }
    }
  }

  /// One event on a row.
  public struct Marble: Sendable {
    /// The position in ``MarbleChart/columns``.
    public var column: Int
    /// The step of the run.
    public var step: Int
    public var event: EventKind
    public var value: TracedValue?
    /// False for an event that came too late: its receiver had been disposed, or had ended.
    public var isDelivered: Bool
    /// Which of the run's sources the event came from first, from 0: events with the same source belong together.
    public var source: Int
    /// The event that caused this one.
    public var cause: Cause?
  }

  /// Names an event of another row.
  public struct Cause: Sendable {
    public var row: Int
    public var column: Int
    /// Whether a scheduler was between the two, so that this one happened later.
    public var isLater: Bool
  }

  /// One place on the axis.
  public struct Column: Sendable {
    /// The first event there.
    public var step: Int
    /// Its time in nanoseconds since the recording started.
    public var time: UInt64
    /// Its time on the clock of a virtual scheduler, in ticks; nil without one.
    public var moment: Int?
    /// The number of columns that this one stands for, which has no events itself; 0 for a column with events.
    public var leftOut = 0
  }

  /// The distances between columns.
  public enum Axis: String, Sendable, CaseIterable {
    /// All equal, in the order of the run.
    case steps
    /// Proportional to time, but never so small that values overlap. If the whole run went by a virtual clock, its time
    /// counts.
    case time
    /// Proportional to the ticks of a virtual clock; equal without such a clock.
    case ticks
  }

  /// Whether the whole run went by a virtual clock.
  public var hasTicks: Bool { !columns.isEmpty && columns.allSatisfy { $0.moment != nil } }

  /// The axis that is shown: ticks instead of time if the whole run went by a virtual clock.
  func shown(_ axis: Axis) -> Axis { axis == .time && hasTicks ? .ticks : axis }

  /// The label below a column.
  func label(of column: Column, _ axis: Axis, in trace: Trace) -> String {
    if column.leftOut > 0 { return "(\(column.leftOut))" }
    return switch axis {
    case .steps: "\(trace.steps[column.step].number)"
    case .time: ShownText.duration(column.time)
    case .ticks: column.moment.map(String.init) ?? ""
    }
  }
}

extension MarbleChart {
  /// Columns, from the first to the last, that are drawn beside one another; the next ones follow below.
  struct Strip {
    var columns: Range<Int>
    /// For each column, its beginning and its room for values.
    var places: [(offset: Double, width: Double)]
    /// The positions of rows that live in these columns.
    var rows: [Int]
    /// The room that all columns take.
    var width: Double
    var isLast: Bool

    /// The strip with wider gaps between the columns, but not much wider if the columns are few.
    func stretched(to available: Double) -> Strip {
      let step = min(max(available - width, 0) / Double(max(places.count, 1)), 28)
      var strip = self
      for index in places.indices { strip.places[index].offset += step * Double(index) }
      strip.width += step * Double(max(places.count - 1, 0))
      return strip
    }
  }

  /// Breaks the columns into strips that are at most `available` wide, as lines of text are broken.
  ///
  /// - Parameters:
  ///   - room: the width of each column's values.
  ///   - gap: the least distance between two columns.
  ///   - isFilled: whether strips share the columns evenly and are stretched to the available width.
  func strips(available: Double, room: [Double], gap: Double, axis: Axis, isFilled: Bool = false) -> [Strip] {
    guard !columns.isEmpty else { return rows.isEmpty ? [] : [emptyStrip] }
    let gaps =
      isFilled
      ? axis == .ticks ? tickGaps(gap, room, available) : gaps(gap, axis)
      : scaledGaps(gap, room, available, axis)
    let strips = broken(available, room, gap, gaps)
    guard isFilled, strips.count > 1 else { return withRows(strips) }
    var (tooNarrow, wide) = (0.0, available)
    while wide - tooNarrow > 4 {
      let middle = (tooNarrow + wide) / 2
      if broken(middle, room, gap, gaps).count > strips.count { tooNarrow = middle } else { wide = middle }
    }
    return withRows(broken(wide, room, gap, gaps)).map { $0.stretched(to: available) }
  }

  private func broken(_ available: Double, _ room: [Double], _ gap: Double, _ gaps: [Double]) -> [Strip] {
    var strips: [Strip] = []
    var first = 0
    var offset = 0.0
    var places: [(offset: Double, width: Double)] = []
    for column in columns.indices {
      // The first column of a later strip has only the usual gap before it. The gap of the first strip shows its time.
      var before = places.isEmpty && column > 0 ? gap : gaps[column]
      if !places.isEmpty && offset + before + room[column] > available {
        strips.append(strip(first..<column, places, offset))
        (first, offset, places, before) = (column, 0, [], gap)
      }
      places.append((offset + before, room[column]))
      offset += before + room[column]
    }
    strips.append(strip(first..<columns.count, places, offset))
    return strips
  }

  private func strip(_ range: Range<Int>, _ places: [(offset: Double, width: Double)], _ width: Double) -> Strip {
    Strip(columns: range, places: places, rows: [], width: width, isLast: range.upperBound == columns.count)
  }

  /// The largest number of rows in all strips for which every strip shows all its live rows. In a larger diagram, a strip has
  /// only rows with events in it, because thousands of rows in thousands of strips are millions of lines.
  private static let mostLines = 50_000

  /// The strips with the rows that live in them.
  private func withRows(_ strips: [Strip]) -> [Strip] {
    var stripOfColumn: [Int] = []
    stripOfColumn.reserveCapacity(columns.count + 1)
    for (index, strip) in strips.enumerated() { stripOfColumn += strip.columns.map { _ in index } }
    // A subscription may have been made after the last event.
    stripOfColumn.append(strips.count - 1)
    let lives = rows.map { row in
      (first: stripOfColumn[row.start], last: row.end.map { stripOfColumn[$0] } ?? strips.count - 1)
    }
    let isSparse = lives.reduce(0) { $0 + max($1.last - $1.first + 1, 0) } > Self.mostLines
    var strips = strips
    for (index, row) in rows.enumerated() {
      let marbles = row.marbles.map { stripOfColumn[$0.column] }
      let life = lives[index]
      let lived =
        life.first > life.last
        ? []
        : isSparse && row.end == nil
          ? [life.first]
          : isSparse ? [life.first, life.last] : Array(life.first...life.last)
      for strip in Set(marbles + lived) { strips[strip].rows.append(index) }
    }
    return strips
  }

  private var emptyStrip: Strip {
    Strip(columns: 0..<0, places: [], rows: Array(rows.indices), width: 0, isLast: true)
  }

  /// The gap before each column, so that a tick is equally wide everywhere: a little narrower than usual if that keeps the
  /// diagram in one strip.
  private func tickGaps(_ gap: Double, _ room: [Double], _ available: Double) -> [Double] {
    let pauses = pauses
    let widths = room.reduce(0, +)
    func gaps(_ tick: Double) -> [Double] {
      columns.indices.map { column in
        let left = column > 0 ? room[column - 1] : 0
        return max(gap, (Double(pauses[column]) * tick - (left + room[column]) / 2).rounded())
      }
    }
    let usual = gap + room.sorted()[room.count / 2]
    for part in stride(from: 1, through: 0.5, by: -0.05) {
      let gaps = gaps(usual * part)
      if gaps.reduce(widths, +) <= available { return gaps }
    }
    return gaps(usual)
  }

  /// For each column, the number of ticks since the column before. A long pause is cut short.
  private var pauses: [Int] {
    columns.indices.map { column in
      let before = column > 0 ? columns[column - 1].moment : firstMoment
      guard let before, let moment = columns[column].moment else { return 0 }
      let (pause, isHuge) = moment.subtractingReportingOverflow(before)
      return isHuge ? Self.longestPause : min(max(pause, 0), Self.longestPause)
    }
  }

  private static let longestPause = 12

  /// The gap before each column of a text, so that on an axis of time or of ticks a column stands where its moment is,
  /// or as near to that as the columns before it allow. The whole run takes as few strips as its values do.
  private func scaledGaps(_ gap: Double, _ room: [Double], _ available: Double, _ axis: Axis) -> [Double] {
    let moments = columns.map { axis == .ticks ? $0.moment.map(Double.init) : Double($0.time) }
    let known = moments.compactMap(\.self)
    guard axis != .steps, let first = known.min(), let last = known.max(), last > first else {
      return [Double](repeating: gap, count: columns.count)
    }
    let start = axis == .ticks ? min(firstMoment.map(Double.init) ?? first, first) : first
    let needed = room.reduce(0) { $0 + $1 + gap }
    let strips = max((needed / available).rounded(.up), 1)
    // A tick is not drawn wider than a value is.
    let widest = axis == .ticks ? gap + room.sorted()[room.count / 2] : .infinity
    let scale = min((available * strips - needed / strips) / (last - start), widest)
    var end = 0.0
    return columns.indices.map { column in
      let place = moments[column].map { (($0 - start) * scale - room[column] / 2).rounded() } ?? 0
      let before = max(place - end, gap)
      end += before + room[column]
      return before
    }
  }

  /// The gap before each column. An axis of time doubles the sum of all gaps, in proportion to time.
  private func gaps(_ gap: Double, _ axis: Axis) -> [Double] {
    var gaps = [Double](repeating: gap, count: columns.count)
    guard axis == .time, let first = columns.first, let last = columns.last, last.time > first.time else { return gaps }
    let whole = Double(last.time - first.time)
    let extra = gap * Double(max(columns.count, 12))
    for column in columns.indices.dropFirst() {
      let passed = columns[column].time - columns[column - 1].time
      gaps[column] += (Double(passed) / whole * extra).rounded()
    }
    return gaps
  }
}
