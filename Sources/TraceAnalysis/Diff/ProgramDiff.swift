import RxTrace

/// The differences between two runs in what the program's stages did, line by line of the program's view.
///
/// Lines of the source that only moved do not count, nor names of files, times, numbers of steps and objects, nor the turns
/// of threads: the lines of one thread or queue are compared with those of its partner.
struct ProgramDiff {
  enum Reason: String {
    /// The stages are the same, with other values.
    case value
    /// An event took another way: other stages, another kind of event, or another fate.
    case way
    /// The line is the same, on another thread or queue.
    case thread
    /// The line is the same, but another function sent the event.
    case sender
    /// Something that only one run has.
    case onlyLeft = "only left"
    case onlyRight = "only right"
  }

  /// A place where the runs are not alike.
  struct Place {
    var reason: Reason
    /// The places in the program, in either run.
    var left: Spot?
    var right: Spot?
    /// The step for which the other run has the line too, without a partner, if only one run has it here.
    var elsewhere: Int?
    /// Positions in the rows of both runs, with some rows around them.
    var rows: [Row]
    var omitted = 0
    /// The number of places like this one, itself included.
    var count = 1
  }

  /// A stage at which the runs part, and what a run has there.
  struct Spot {
    var stage: String
    var place: String?
    var what: String
    /// The position of the row.
    var row: Int
  }

  struct Row {
    var left: Int?
    var right: Int?
    var isAlike: Bool
  }

  private(set) var places: [Place] = []
  var placeCount: Int { places.reduce(0) { $0 + $1.count } }
  var isSame: Bool { places.isEmpty }

  private let left: ComparedRun
  private let right: ComparedRun
  private let context: Int
  private let tokens: RowTokens
  private var lanes: [[Pair]] = []
  private var strays = Strays()

  private typealias AlignedRow = SequenceAlignment.Row

  /// Rows that stand side by side, and whether they say the same.
  private struct Pair {
    var row: AlignedRow
    var isSame: Bool
  }

  /// The most rows of one place that are shown, besides the context.
  private static let shownRows = 24

  init(
    _ left: ComparedRun, _ right: ComparedRun, ignoringValues: Bool = false, ignoringOutput: Bool = false,
    context: Int = 3
  ) {
    (self.left, self.right, self.context) = (left, right, context)
    tokens = RowTokens(
      ignoringValues: ignoringValues, ignoringOutput: ignoringOutput, left.rows, right.rows)
    align()
    findStrays()
    findPlaces()
  }

  // MARK: Lanes

  private mutating func align() {
    let (rowsOfOne, rowsOfOther) = (tokens.lanes(of: left), tokens.lanes(of: right))
    let (one, other) = (
      rowsOfOne.map { tokens.sequence($0, left.rows) }, rowsOfOther.map { tokens.sequence($0, right.rows) }
    )
    var matching = StreamMatching(left.streams, one, right.streams, other)
    matching.pairAll { _, _ in true }
    for (index, partner) in matching.partners.enumerated() {
      guard let partner else {
        lanes.append(rowsOfOne[index].map { Pair(row: AlignedRow(left: Int($0), right: nil), isSame: false) })
        continue
      }
      lanes.append(
        SequenceAlignment(one[index], other[partner]).rows.map { row in
          Pair(
            row: AlignedRow(
              left: row.left.map { Int(rowsOfOne[index][$0]) }, right: row.right.map { Int(rowsOfOther[partner][$0]) }),
            isSame: row.left.map { one[index].exact[$0] } == row.right.map { other[partner].exact[$0] })
        })
    }
    lanes += matching.unmatchedOnRight.map { index in
      rowsOfOther[index].map { Pair(row: AlignedRow(left: nil, right: Int($0)), isSame: false) }
    }
  }

  private func isAlike(_ pair: Pair) -> Bool {
    guard pair.isSame, let one = pair.row.left, let other = pair.row.right else { return false }
    return !areOnOtherThreads(one, other)
  }

  /// Whether two rows are on different threads. A number instead of a thread's own name tells nothing.
  private func areOnOtherThreads(_ one: Int, _ other: Int) -> Bool {
    guard let first = left.rows.frame(at: one).thread, let second = right.rows.frame(at: other).thread else {
      return false
    }
    return first != second && !(first.hasPrefix("thread ") && second.hasPrefix("thread "))
  }

  /// For each line without a partner the first step that it tells of.
  private struct Strays {
    var left: [Token: Int] = [:]
    var right: [Token: Int] = [:]
  }

  /// The most lines without a partner that are remembered.
  private static let mostStrays = 100_000

  private mutating func findStrays() {
    for row in lanes.joined().lazy.map(\.row) where row.left == nil || row.right == nil {
      guard strays.left.count + strays.right.count < Self.mostStrays else { return }
      if let one = row.left { note(left.rows[one], in: &strays.left) }
      if let other = row.right { note(right.rows[other], in: &strays.right) }
    }
  }

  private func note(_ row: ProgramRow, in strays: inout [Token: Int]) {
    let token = tokens.exact(row)
    strays[token] = min(strays[token] ?? .max, row.step)
  }

  // MARK: Places

  private struct Hunk {
    var lane: Int
    var rows: Range<Int>
    /// The place in the left run; between two rows if the left run has none there.
    var position: Double
  }

  private mutating func findPlaces() {
    var known: [String: Int] = [:]
    for hunk in hunks().sorted(by: { ($0.position, $0.lane) < ($1.position, $1.lane) }) {
      let place = place(hunk)
      let signature = signature(hunk, place.reason)
      if let index = known[signature] {
        places[index].count += 1
      } else {
        known[signature] = places.count
        places.append(place)
      }
    }
  }

  private func hunks() -> [Hunk] {
    var hunks: [Hunk] = []
    for (lane, rows) in lanes.enumerated() {
      var position = -1.0
      for (index, pair) in rows.enumerated() {
        let row = pair.row
        if let one = row.left { position = Double(one) }
        guard !isAlike(pair) else { continue }
        if let last = hunks.last, last.lane == lane, last.rows.upperBound == index, goesOn(row) {
          hunks[hunks.count - 1].rows = last.rows.lowerBound..<index + 1
        } else {
          let start = row.left == nil && position < 0 ? Double(row.right ?? 0) : position
          hunks.append(Hunk(lane: lane, rows: index..<index + 1, position: row.left == nil ? start + 0.5 : start))
        }
      }
    }
    return hunks
  }

  /// Each event that both runs have is a place of its own; what lies within it belongs to it.
  private func goesOn(_ row: AlignedRow) -> Bool {
    guard let one = row.left, row.right != nil else { return true }
    return left.rows.frame(at: one).level > 0
  }

  private func signature(_ hunk: Hunk, _ reason: Reason) -> String {
    let first = lanes[hunk.lane][hunk.rows].prefix(2)
    let shapes = first.map(\.row).map { row in
      [row.left.map { tokens.shape(of: left.rows[$0]) }, row.right.map { tokens.shape(of: right.rows[$0]) }]
        .map { $0 ?? "" }.joined(separator: "|")
    }
    return reason.rawValue + shapes.joined(separator: "\n")
  }

  private func place(_ hunk: Hunk) -> Place {
    let lane = lanes[hunk.lane]
    let rows = lane[hunk.rows]
    let one = rows.lazy.compactMap(\.row.left).first
    let other = rows.lazy.compactMap(\.row.right).first
    let shown = rows.prefix(Self.shownRows)
    let before = max(hunk.rows.lowerBound - context, 0)..<hunk.rows.lowerBound
    let after = hunk.rows.upperBound..<min(hunk.rows.upperBound + context, lane.count)
    let around = (lane[before] + shown + lane[after]).map { pair in
      Row(left: pair.row.left, right: pair.row.right, isAlike: isAlike(pair))
    }
    let omitted = rows.count - shown.count
    guard let one, let other, left.rows[one].level == right.rows[other].level else {
      let isLeft = one.map { first in other.map { left.rows[first].level < right.rows[$0].level } ?? true } ?? false
      let elsewhere =
        isLeft
        ? one.flatMap { strays.right[tokens.exact(left.rows[$0])] }
        : other.flatMap { strays.left[tokens.exact(right.rows[$0])] }
      return Place(
        reason: isLeft ? .onlyLeft : .onlyRight, left: isLeft ? one.map { whole($0, left) } : nil,
        right: isLeft ? nil : other.map { whole($0, right) }, elsewhere: elsewhere, rows: around, omitted: omitted)
    }
    let (reason, first, second) = parting(one, other)
    return Place(reason: reason, left: first, right: second, rows: around, omitted: omitted)
  }

  // MARK: Spots

  private func whole(_ row: Int, _ run: ComparedRun) -> Spot {
    let line = run.rows[row]
    let stage = line.parts.last { $0.kind == .stage }
    return Spot(
      stage: name(of: stage, line), place: line.place ?? stage?.place?.shortDescription ?? placeAround(row, run),
      what: tokens.text(of: line), row: row)
  }

  /// A subscription, which names all stages of its pipeline, is called by its first word.
  private func name(of stage: ProgramRow.Part?, _ line: ProgramRow) -> String {
    if let first = line.parts.first, first.kind == .word { return first.text.trimmingSpaces() }
    return stage?.text ?? line.text
  }

  /// The place of the nearest line around one that has none.
  private func placeAround(_ row: Int, _ run: ComparedRun) -> String? {
    var level = run.rows[row].level
    for outer in run.rows[..<row].indices.reversed().lazy.map(run.rows.frame) where outer.level < level {
      if let place = outer.place { return place }
      level = outer.level
    }
    return nil
  }

  private func parting(_ one: Int, _ other: Int) -> (Reason, Spot, Spot) {
    let (first, second) = (left.rows[one], right.rows[other])
    let (leftParts, rightParts) = (tokens.comparedParts(of: first), tokens.comparedParts(of: second))
    let isSubscription = tokens.isSubscription(first) || tokens.isSubscription(second)
    let index = zip(leftParts, rightParts).prefix { one, other in
      tokens.areAlike(one, other, inSubscription: isSubscription)
    }.count
    let spots = (spot(one, left, leftParts, index), spot(other, right, rightParts, index))
    if index == leftParts.count, index == rightParts.count {
      if first.outcome != second.outcome { return (.way, spots.0, spots.1) }
      let isOtherThread = areOnOtherThreads(one, other)
      return (
        isOtherThread ? .thread : .sender, spot(one, left, isOtherThread ? first.thread : first.place),
        spot(other, right, isOtherThread ? second.thread : second.place)
      )
    }
    let areValues = index < min(leftParts.count, rightParts.count) && leftParts[index].kind == .value
    let isValue =
      tokens.shape(of: first) == tokens.shape(of: second) || areValues && rightParts[index].kind == .value
    return (isValue ? .value : .way, spots.0, spots.1)
  }

  private func spot(_ row: Int, _ run: ComparedRun, _ what: String?) -> Spot {
    var spot = whole(row, run)
    spot.what = what ?? "nothing"
    return spot
  }

  /// The stage within which a part lies, and what follows in the line.
  private func spot(_ row: Int, _ run: ComparedRun, _ parts: [ProgramRow.Part], _ index: Int) -> Spot {
    let stage = parts.prefix(index + 1).last { $0.kind == .stage } ?? parts.first { $0.kind == .stage }
    let start = parts.indices.contains(index) ? index : parts.count
    let end = parts[min(start + 1, parts.count)...].firstIndex { $0.text == " · " } ?? parts.count
    let text = parts[start..<end].map(\.text).joined().trimmingSpaces()
    let outcome = end == parts.count ? run.rows[row].outcome : nil
    let what = [text, outcome].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    return Spot(
      stage: name(of: stage, run.rows[row]),
      place: stage?.place?.shortDescription ?? run.rows[row].place ?? placeAround(row, run),
      what: what.isEmpty ? "nothing more" : what, row: row)
  }
}
