import RxTrace

/// Compares two runs step by step: the partner of each step, and the differences between partners.
struct FlowComparison {
  typealias Row = SequenceAlignment.Row

  let left: Flow
  let right: Flow
  /// For each pair of streams its steps side by side, as positions in the traces. Streams without a partner have rows too.
  private(set) var lanes: [[Row]] = []
  /// For each step of the left run its partner, and the other way round.
  private(set) var partnerOfLeft: [Int?]
  private(set) var partnerOfRight: [Int?]
  /// For each step of a run the nearest one with a partner: itself, or a call that encloses it.
  private var pairedOfLeft: [Int?] = []
  private var pairedOfRight: [Int?] = []
  private var objects = ObjectPairs()
  /// Disposals that both runs have, on different threads: the first thread to come disposes a subscription that has ended,
  /// and the turns of threads decide which one that is.
  private var excused = StrayDisposals()

  init(_ left: Trace, _ right: Trace, ignoringValues: Bool = false, ignoringOutput: Bool = false) {
    self.left = Flow(left, ignoringOutput: ignoringOutput)
    self.right = Flow(right, ignoringOutput: ignoringOutput)
    partnerOfLeft = [Int?](repeating: nil, count: left.steps.count)
    partnerOfRight = [Int?](repeating: nil, count: right.steps.count)
    let tokens = StepTokens()
    let one = self.left.streams.map { tokens.sequence($0.steps, of: self.left, ignoringValues: ignoringValues) }
    let other = self.right.streams.map { tokens.sequence($0.steps, of: self.right, ignoringValues: ignoringValues) }
    align(one, other)
  }

  private mutating func align(_ one: [TokenSequence], _ other: [TokenSequence]) {
    var matching = StreamMatching(left.streams.map(\.calls), one, right.streams.map(\.calls), other)
    var rows = [[Row]](repeating: [], count: left.streams.count)
    for (index, partner) in matching.partners.enumerated() {
      if let partner { rows[index] = aligned(index, partner, one[index], other[partner]) }
    }
    matching.pairAll { isConsistent($0, $1) }
    for (index, partner) in matching.partners.enumerated() where rows[index].isEmpty {
      if let partner {
        rows[index] = aligned(index, partner, one[index], other[partner])
      } else {
        rows[index] = left.streams[index].steps.map { Row(left: $0, right: nil) }
      }
    }
    let added = matching.unmatchedOnRight.map { right.streams[$0].steps.map { Row(left: nil, right: $0) } }
    lanes = rows + added
    excuseDisposals()
    pairedOfLeft = Self.nearestPaired(left.trace, partnerOfLeft)
    pairedOfRight = Self.nearestPaired(right.trace, partnerOfRight)
  }

  private mutating func aligned(_ one: Int, _ other: Int, _ left: TokenSequence, _ right: TokenSequence) -> [Row] {
    let (leftSteps, rightSteps) = (self.left.streams[one].steps, self.right.streams[other].steps)
    return SequenceAlignment(left, right).rows.map { row in
      let steps = Row(left: row.left.map { leftSteps[$0] }, right: row.right.map { rightSteps[$0] })
      if let left = steps.left, let right = steps.right { note(left, right) }
      return steps
    }
  }

  private mutating func note(_ one: Int, _ other: Int) {
    partnerOfLeft[one] = other
    partnerOfRight[other] = one
    let (left, right) = (left.trace.steps[one], right.trace.steps[other])
    objects.note(left.object, right.object)
    if left.kind != .forwardOn, isSameType(left.other, right.other) { objects.note(left.other, right.other) }
  }

  /// The most disposals of the other run that are tried for one.
  private static let tries = 256

  private mutating func excuseDisposals() {
    var strays = StrayDisposals()
    for (lane, rows) in lanes.enumerated() {
      for row in rows {
        if let step = row.left, row.right == nil, left.trace.steps[step].kind == .dispose { strays.left[step] = lane }
        if let step = row.right, row.left == nil, right.trace.steps[step].kind == .dispose { strays.right[step] = lane }
      }
    }
    var free: [String: [Int]] = [:]
    for step in strays.right.keys.sorted(by: >) {
      free[typeName(right.trace, step), default: []].append(step)
    }
    for (step, lane) in strays.left.sorted(by: { $0.key < $1.key }) {
      let type = typeName(left.trace, step)
      let place = free[type]?.suffix(Self.tries).lastIndex { candidate in
        strays.right[candidate] != lane
          && objects.mayBeSame(left.trace.steps[step].object, right.trace.steps[candidate].object)
      }
      guard let place, let other = free[type]?.remove(at: place) else { continue }
      note(step, other)
      excused.left[step] = lane
      excused.right[other] = strays.right[other]
    }
  }

  private func typeName(_ trace: Trace, _ index: Int) -> String {
    trace.steps[index].object.map { trace.objects[$0].typeName } ?? ""
  }

  /// Whether a row without a partner is a disposal that the other run has on another thread.
  func isExcused(_ row: Row) -> Bool {
    switch (row.left, row.right) {
    case (let step?, nil): excused.left[step] != nil
    case (nil, let step?): excused.right[step] != nil
    default: false
    }
  }

  /// Whether the objects of two streams with the same calls may be the same.
  private func isConsistent(_ one: Int, _ other: Int) -> Bool {
    zip(left.streams[one].steps, right.streams[other].steps).allSatisfy { one, other in
      objects.mayBeSame(left.trace.steps[one].object, right.trace.steps[other].object)
    }
  }

  // MARK: Differences of steps that stand side by side

  /// The compared part of the program's output or of an event's value.
  func value(ofLeft index: Int) -> String? { left.printed[index] ?? left.trace.steps[index].value?.text }
  func value(ofRight index: Int) -> String? { right.printed[index] ?? right.trace.steps[index].value?.text }

  /// Whether two partners are about the same objects.
  func areObjectsAlike(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (left.trace.steps[one], right.trace.steps[other])
    guard objects.mayBeSame(left.object, right.object) else { return false }
    return left.kind == .forwardOn || !isSameType(left.other, right.other) || objects.mayBeSame(left.other, right.other)
  }

  /// The object of the right run that an object of the left one was met beside first.
  func partner(ofLeft object: ObjectID?) -> ObjectID? { object.flatMap { objects.partner(ofLeft: $0) } }

  private func isSameType(_ one: ObjectID?, _ other: ObjectID?) -> Bool {
    guard let one, let other else { return false }
    return left.trace.objects[one].typeName == right.trace.objects[other].typeName
  }

  /// Whether both are enclosed by calls that are partners, or by none.
  func areEnclosedAlike(_ one: Int, _ other: Int) -> Bool {
    let enclosing = left.trace.steps[one].parent.flatMap { pairedOfLeft[$0] }
    let counterpart = right.trace.steps[other].parent.flatMap { pairedOfRight[$0] }
    return enclosing.flatMap { partnerOfLeft[$0] } == counterpart
  }

  private static func nearestPaired(_ trace: Trace, _ partners: [Int?]) -> [Int?] {
    var nearest: [Int?] = []
    nearest.reserveCapacity(trace.steps.count)
    for step in trace.steps {
      nearest.append(partners[step.index] == nil ? step.parent.flatMap { nearest[$0] } : step.index)
    }
    return nearest
  }

  /// Whether actions that are partners were scheduled by steps that are partners.
  func areCausedAlike(_ one: Int, _ other: Int) -> Bool {
    guard let cause = left.trace.steps[one].cause, let counterpart = right.trace.steps[other].cause else { return true }
    guard let partner = partnerOfLeft[cause], partnerOfRight[counterpart] != nil else { return true }
    return partner == counterpart
  }

  /// The lanes of two outermost calls, if they differ.
  func lanesThatDiffer(_ one: Int, _ other: Int) -> (left: String, right: String)? {
    guard left.trace.steps[one].parent == nil, right.trace.steps[other].parent == nil else { return nil }
    let lanes = (left.lane(of: one), right.lane(of: other))
    return lanes.0 == lanes.1 ? nil : lanes
  }
}

/// Disposals without a partner, each with its lane.
private struct StrayDisposals {
  var left: [Int: Int] = [:]
  var right: [Int: Int] = [:]
}

/// The partners of objects: the objects of the first steps that are partners.
private struct ObjectPairs {
  private var ofLeft: [ObjectID: ObjectID] = [:]
  private var ofRight: [ObjectID: ObjectID] = [:]

  mutating func note(_ one: ObjectID?, _ other: ObjectID?) {
    guard let one, let other, ofLeft[one] == nil, ofRight[other] == nil else { return }
    ofLeft[one] = other
    ofRight[other] = one
  }

  func partner(ofLeft object: ObjectID) -> ObjectID? { ofLeft[object] }

  func mayBeSame(_ one: ObjectID?, _ other: ObjectID?) -> Bool {
    guard let one, let other else { return one == other }
    switch (ofLeft[one], ofRight[other]) {
    case (nil, nil): return true
    case (other?, one?): return true
    default: return false
    }
  }
}
