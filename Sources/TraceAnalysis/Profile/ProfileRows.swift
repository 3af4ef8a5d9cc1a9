import RxTrace

/// The rows of a profile, which come into being as the run shows closures, threads and queues.
struct ProfileRows {
  private(set) var rows: [Profile.Row] = []
  private let grouping: ProfileGrouping
  private let names: ProgramNames
  private let stages: StageRows
  /// For each stage, its row; for closures and threads unused.
  private var ofStages: [Int] = []
  private var ofClosures: [ClosureKey: Int] = [:]
  private var ofPlaces: [String: Int] = [:]

  private struct ClosureKey: Hashable {
    var stage: Int
    var event: EventKind?
  }

  init(_ grouping: ProfileGrouping, _ stages: StageRows, _ names: ProgramNames) {
    (self.grouping, self.stages, self.names) = (grouping, stages, names)
    switch grouping {
    case .stage, .object:
      rows = stages.rows.map { Profile.Row(name: $0.name, place: $0.place) }
      ofStages = Array(rows.indices)
    case .operator: addOperators()
    case .closure, .thread: break
    }
  }

  private mutating func addOperators() {
    var known: [String: Int] = [:]
    for stage in stages.rows {
      let name = names.operatorName(of: stage.object)
      if known[name] == nil {
        known[name] = rows.count
        rows.append(Profile.Row(name: name))
      }
      ofStages.append(known[name]!)
    }
  }

  /// The row of a closure that a stage calls on a thread or queue.
  mutating func row(ofClosure event: EventKind?, of stage: Int, _ object: ObjectID, on place: String) -> Int {
    switch grouping {
    case .stage, .operator, .object: ofStages[stage]
    case .thread: row(ofPlace: place)
    case .closure: row(of: ClosureKey(stage: stage, event: event), object)
    }
  }

  private mutating func row(of key: ClosureKey, _ object: ObjectID) -> Int {
    if let known = ofClosures[key] { return known }
    let stage = stages.rows[key.stage]
    let event = key.event.map { " \($0.closureName)" } ?? ""
    rows.append(
      Profile.Row(name: stage.name + event, place: names.closureLine(of: object, for: key.event) ?? stage.place))
    ofClosures[key] = rows.count - 1
    return rows.count - 1
  }

  private mutating func row(ofPlace place: String) -> Int {
    if let known = ofPlaces[place] { return known }
    rows.append(Profile.Row(name: place))
    ofPlaces[place] = rows.count - 1
    return rows.count - 1
  }

  /// The row of something that a stage does on a thread or queue; nil if the rows are not for that.
  mutating func row(of stage: Int?, on place: String) -> Int? {
    switch grouping {
    case .stage, .operator, .object: stage.map { ofStages[$0] }
    case .thread: row(ofPlace: place)
    case .closure: nil
    }
  }

  /// The row of what a stage holds; nil if the rows are not for that.
  func row(of stage: Int?) -> Int? { grouping.countsElements ? stage.map { ofStages[$0] } : nil }

  mutating func add(_ closure: ClosureClock.Timed, to row: Int, isOutermost: Bool) {
    rows[row].calls.add(closure.own)
    if isOutermost { rows[row].total += closure.whole }
  }

  mutating func add(waited time: UInt64, to row: Int) { rows[row].waits.add(time) }
  mutating func add(held time: UInt64, to row: Int) { rows[row].holds.add(time) }

  /// Adds what the stages counted.
  mutating func add(_ tallies: [StageTally]) {
    guard grouping.countsElements else { return }
    for (stage, tally) in tallies.enumerated() {
      let row = ofStages[stage]
      rows[row].subscriptions += tally.subscriptions.all
      rows[row].taken += tally.taken
      rows[row].sent += tally.sent
    }
  }
}

extension EventKind {
  fileprivate var closureName: String {
    switch self {
    case .next: "onNext"
    case .error: "onError"
    case .completed: "onCompleted"
    }
  }
}
