import RxTrace

/// Finds the places at which two runs differ, and says why.
struct PlaceFinder {
  private(set) var places: [TraceDiff.Place] = []
  private let comparison: FlowComparison
  private let ignoringValues: Bool
  private let context: Int
  private let census: TypeCensus
  /// Calls without a partner, by what they call and carry: a step that is found on the other side has moved.
  private var strayLeft: [StrayKey: [Int]] = [:]
  private var strayRight: [StrayKey: [Int]] = [:]
  /// For each step of the right run, the partner of the nearest step that has one: itself, or one that encloses or caused it.
  private var pairedAround: [Int?] = []

  private typealias Row = SequenceAlignment.Row

  /// The most rows of one place that are shown, besides the context.
  private static let shownRows = 24

  init(_ comparison: FlowComparison, ignoringValues: Bool, context: Int) {
    self.comparison = comparison
    self.ignoringValues = ignoringValues
    self.context = context
    census = TypeCensus(comparison.left.trace, comparison.right.trace)
    gatherStrays()
    for step in comparison.right.trace.steps {
      let around = (step.parent ?? step.cause).flatMap { pairedAround[$0] }
      pairedAround.append(comparison.partnerOfRight[step.index] ?? around)
    }
    places = grouped(hunks())
  }

  // MARK: Hunks

  /// Rows of one lane, one after another, that are not alike.
  private struct Hunk {
    var lane: Int
    var rows: Range<Int>
    var reason: TraceDiff.Reason?
    var message: String?
    /// The place in the left run; between two steps if the left run has none there.
    var position: Double
    /// Whether the difference follows from others that come before it.
    var isSoft = false
  }

  private func hunks() -> [Hunk] {
    var hard: [Hunk] = []
    var soft: [Hunk] = []
    for lane in comparison.lanes.indices {
      var position = -1.0
      for (index, row) in comparison.lanes[lane].enumerated() {
        if let left = row.left { position = Double(left) }
        let place = row.left == nil ? placeOfRight(row, position) + 0.5 : position
        if isHard(row) {
          extend(&hard, lane, index, place)
        } else if let found = softDifference(row), soft.last?.lane != lane {
          soft.append(
            Hunk(
              lane: lane, rows: index..<index + 1, reason: found.0, message: found.1, position: place, isSoft: true))
        }
      }
    }
    // The differences after a missing call are often its consequences.
    let first = hard.map(\.position).min() ?? .infinity
    return hard + soft.filter { $0.position < first }
  }

  /// The place of a step that only the right run has: after its neighbour, or after the step that scheduled it.
  private func placeOfRight(_ row: Row, _ position: Double) -> Double {
    guard position < 0, let right = row.right else { return position }
    let step = comparison.right.trace.steps[right]
    if let partner = (step.cause ?? step.parent).flatMap({ pairedAround[$0] }) { return Double(partner) }
    return right == 0 ? -1 : Double(comparison.left.trace.steps.count)
  }

  private func extend(_ hunks: inout [Hunk], _ lane: Int, _ index: Int, _ position: Double) {
    if let last = hunks.last, last.lane == lane, last.rows.upperBound == index, goesOn(lane, index) {
      hunks[hunks.count - 1].rows = last.rows.lowerBound..<index + 1
    } else {
      hunks.append(Hunk(lane: lane, rows: index..<index + 1, position: position))
    }
  }

  /// Whether a row belongs to the place before it. Steps with other values do so only if one is within the other.
  private func goesOn(_ lane: Int, _ index: Int) -> Bool {
    let (row, before) = (comparison.lanes[lane][index], comparison.lanes[lane][index - 1])
    guard let left = row.left, row.right != nil, let previous = before.left, before.right != nil else { return true }
    return comparison.left.trace.steps[left].depth > comparison.left.trace.steps[previous].depth
  }

  private func isHard(_ row: Row) -> Bool {
    guard let left = row.left, let right = row.right else { return !comparison.isExcused(row) }
    return hasOtherValue(left, right) || comparison.lanesThatDiffer(left, right) != nil
  }

  private func hasOtherValue(_ left: Int, _ right: Int) -> Bool {
    !ignoringValues && comparison.value(ofLeft: left) != comparison.value(ofRight: right)
  }

  private func softDifference(_ row: Row) -> (TraceDiff.Reason, String)? {
    guard let left = row.left, let right = row.right else { return nil }
    let (one, other) = (comparison.left.trace.steps[left], comparison.right.trace.steps[right])
    let (leftTrace, rightTrace) = (comparison.left.trace, comparison.right.trace)
    if !comparison.areObjectsAlike(left, right) {
      let (call, otherCall) = (leftTrace.title(of: one), rightTrace.title(of: other))
      guard call == otherCall else { return (.order, "the same call, of another object: \(call) and \(otherCall)") }
      let partner = comparison.partner(ofLeft: one.object).map { ", which has been \(rightTrace.objects[$0].name)" }
      return (.order, "\(call) is called on another object than that of the left run\(partner ?? "")")
    }
    if !comparison.areCausedAlike(left, right) {
      return (.order, "\(leftTrace.title(of: one)) was scheduled by another step")
    }
    if !comparison.areEnclosedAlike(left, right) {
      return (.nesting, "\(leftTrace.title(of: one)) happens within another call")
    }
    return nil
  }

  // MARK: Reasons

  private func place(_ hunk: Hunk, _ why: (TraceDiff.Reason, String)) -> TraceDiff.Place {
    let rows = comparison.lanes[hunk.lane][hunk.rows]
    var place = TraceDiff.Place(
      reason: why.0, message: why.1, left: rows.lazy.compactMap(\.left).first,
      right: rows.lazy.compactMap(\.right).first)
    fill(&place, hunk)
    return place
  }

  private func reason(_ rows: [Row]) -> (TraceDiff.Reason, String) {
    let lefts = rows.compactMap { $0.right == nil ? $0.left : nil }
    let rights = rows.compactMap { $0.left == nil ? $0.right : nil }
    return paired(rows) ?? otherScheduler(lefts, rights) ?? otherOperators(lefts, rights) ?? otherEvent(lefts, rights)
      ?? moved(lefts, rights) ?? (.count, countMessage(lefts, rights))
  }

  private func paired(_ rows: [Row]) -> (TraceDiff.Reason, String)? {
    guard let left = rows.first?.left, let right = rows.first?.right else { return nil }
    let call = comparison.left.trace.title(of: comparison.left.trace.steps[left])
    if let lanes = comparison.lanesThatDiffer(left, right) {
      return (.thread, "\(call) runs on \(lanes.left) in the left run, on \(lanes.right) in the right one")
    }
    let values = (comparison.value(ofLeft: left), comparison.value(ofRight: right))
    let shown = (Difference.shown(values.0, against: values.1), Difference.shown(values.1, against: values.0))
    return (.value, "\(call) has \(shown.0) in the left run, \(shown.1) in the right one")
  }

  /// The reason if the runs schedule on schedulers of different types.
  private func otherScheduler(_ lefts: [Int], _ rights: [Int]) -> (TraceDiff.Reason, String)? {
    guard let left = lefts.first, let right = rights.first else { return nil }
    let (one, other) = (comparison.left.trace.steps[left], comparison.right.trace.steps[right])
    guard one.kind == other.kind, one.kind == .schedule || one.kind == .scheduledAction else { return nil }
    let names = (comparison.left.trace.name(of: one.object), comparison.right.trace.name(of: other.object))
    return (.thread, "\(names.0) schedules in the left run, \(names.1) in the right one")
  }

  private func otherOperators(_ lefts: [Int], _ rights: [Int]) -> (TraceDiff.Reason, String)? {
    let missing = census.firstSurplus(lefts, onLeft: true)
    let added = census.firstSurplus(rights, onLeft: false)
    switch (missing, added) {
    case (let left?, let right?):
      return (.operatorReplaced, "the left run has \(left) where the right one has \(right)")
    case (let left?, nil): return (.operatorMissing, "the left run has \(left), which the right one lacks")
    case (nil, let right?): return (.operatorAdded, "the right run has \(right), which the left one lacks")
    case (nil, nil): return nil
    }
  }

  /// The reason if an object is given another event.
  private func otherEvent(_ lefts: [Int], _ rights: [Int]) -> (TraceDiff.Reason, String)? {
    guard let left = lefts.first, let right = rights.first else { return nil }
    let (one, other) = (comparison.left.trace.steps[left], comparison.right.trace.steps[right])
    guard one.kind == other.kind, let leftObject = one.object, let rightObject = other.object,
      comparison.left.trace.objects[leftObject].typeName == comparison.right.trace.objects[rightObject].typeName,
      one.event != other.event || one.isDelivered != other.isDelivered || one.thrown?.text != other.thrown?.text
    else { return nil }
    let call = comparison.left.trace.title(of: one)
    return (.event, "\(call) has \(Difference.event(one)) in the left run, \(Difference.event(other)) in the right one")
  }

  private func moved(_ lefts: [Int], _ rights: [Int]) -> (TraceDiff.Reason, String)? {
    for left in lefts where isTelling(comparison.left.trace.steps[left]) {
      if let right = strayRight[key(left: left)]?.first { return moved(left, right) }
    }
    for right in rights where isTelling(comparison.right.trace.steps[right]) {
      if let left = strayLeft[key(right: right)]?.first { return moved(left, right) }
    }
    return nil
  }

  private func moved(_ left: Int, _ right: Int) -> (TraceDiff.Reason, String) {
    let call = words(comparison.left.trace, left)
    let lanes = (comparison.left.lane(of: left), comparison.right.lane(of: right))
    guard lanes.0 == lanes.1 else {
      return (.thread, "\(call) happens on \(lanes.0) in the left run, on \(lanes.1) in the right one")
    }
    return (.order, "\(call) comes at another place: step \(left + 1) of the left run, \(right + 1) of the right one")
  }

  private func countMessage(_ lefts: [Int], _ rights: [Int]) -> String {
    if let left = lefts.first, let right = rights.first {
      return "the left run has \(words(comparison.left.trace, left)) where the right one has "
        + words(comparison.right.trace, right)
    }
    if let left = lefts.first {
      return "the left run has \(counted(lefts.count, "step")) more here: \(words(comparison.left.trace, left))"
    }
    guard let right = rights.first else { return "" }
    return "the right run has \(counted(rights.count, "step")) more here: \(words(comparison.right.trace, right))"
  }

  private func words(_ trace: Trace, _ index: Int) -> String {
    let step = trace.steps[index]
    if step.kind == .output {
      return "\(trace.title(of: step)) \(StepText.shown(step.value?.text ?? "", isComplete: true))"
    }
    return StepPhrase(step, in: trace).parts.compactMap { part -> String? in
      switch part {
      case .call, .event, .value, .thrown: part.text()
      case .printed, .receiver, .undelivered, .thread: nil
      }
    }.joined(separator: " ")
  }

  // MARK: Steps that moved

  private struct StrayKey: Hashable {
    var kind: StepKind
    var event: EventKind?
    var type: String
    var value: String?
  }

  private mutating func gatherStrays() {
    for row in comparison.lanes.joined() {
      guard !comparison.isExcused(row) else { continue }
      if let left = row.left, row.right == nil { strayLeft[key(left: left), default: []].append(left) }
      if let right = row.right, row.left == nil { strayRight[key(right: right), default: []].append(right) }
    }
  }

  private func key(left: Int) -> StrayKey {
    key(comparison.left.trace, left, comparison.value(ofLeft: left))
  }

  private func key(right: Int) -> StrayKey {
    key(comparison.right.trace, right, comparison.value(ofRight: right))
  }

  private func key(_ trace: Trace, _ index: Int, _ value: String?) -> StrayKey {
    let step = trace.steps[index]
    return StrayKey(
      kind: step.kind, event: step.event, type: step.object.map { trace.objects[$0].typeName } ?? "",
      value: ignoringValues ? nil : value)
  }

  /// Whether a call says enough to be recognised elsewhere.
  private func isTelling(_ step: Step) -> Bool { step.value != nil || step.kind == .subscribe || step.kind == .run }

  // MARK: Places

  /// Hunks with the same reason and the same calls are one place with a count; so are all calls of a missing operator.
  private func grouped(_ hunks: [Hunk]) -> [TraceDiff.Place] {
    var places: [TraceDiff.Place] = []
    var known: [String: Int] = [:]
    for hunk in hunks.sorted(by: { ($0.position, $0.lane) < ($1.position, $1.lane) }) {
      let why = hunk.reason.map { ($0, hunk.message ?? "") } ?? reason(Array(comparison.lanes[hunk.lane][hunk.rows]))
      let signature = Self.isAboutOperator(why.0) ? why.1 : self.signature(hunk, why.0)
      if let index = known[signature] {
        places[index].count += 1
      } else {
        known[signature] = places.count
        places.append(place(hunk, why))
      }
    }
    return places
  }

  private static func isAboutOperator(_ reason: TraceDiff.Reason) -> Bool {
    [.operatorMissing, .operatorAdded, .operatorReplaced].contains(reason)
  }

  private func signature(_ hunk: Hunk, _ reason: TraceDiff.Reason) -> String {
    let rows = comparison.lanes[hunk.lane][hunk.rows]
    // A different value makes the values that follow from it different.
    let calls = rows.prefix(reason == .value ? 1 : Self.shownRows).map { row in
      [row.left.map { call(comparison.left.trace, $0) }, row.right.map { call(comparison.right.trace, $0) }]
        .map { $0 ?? "" }.joined(separator: "|")
    }
    return reason.rawValue + Set(calls).sorted().joined(separator: "\n")
  }

  private func call(_ trace: Trace, _ index: Int) -> String {
    let step = trace.steps[index]
    return "\(step.object.map { trace.objects[$0].typeName } ?? "").\(step.kind.rawValue)"
  }

  private func fill(_ place: inout TraceDiff.Place, _ hunk: Hunk) {
    let lane = comparison.lanes[hunk.lane]
    let shown = hunk.rows.prefix(Self.shownRows)
    let before = max(hunk.rows.lowerBound - context, 0)..<hunk.rows.lowerBound
    place.rows = (before.map { $0 } + shown).map { row(lane[$0], hunk) }
    let rest = lane[shown.endIndex..<hunk.rows.upperBound]
    place.omittedLeft = rest.count { $0.left != nil }
    place.omittedRight = rest.count { $0.right != nil }
    let after = hunk.rows.upperBound..<min(hunk.rows.upperBound + context, lane.count)
    place.rows += after.map { row(lane[$0], hunk) }
  }

  private func row(_ row: Row, _ hunk: Hunk) -> TraceDiff.Row {
    let isPlace = hunk.isSoft && comparison.lanes[hunk.lane][hunk.rows].contains(row)
    return TraceDiff.Row(left: row.left, right: row.right, isAlike: !isPlace && !isHard(row))
  }
}
