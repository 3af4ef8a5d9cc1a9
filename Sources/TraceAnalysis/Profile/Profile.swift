import RxTrace

/// Where the time of a run went: for each stage, or another part of the program, the time in its closures, the time that its
/// actions waited, and the time that it held elements.
///
/// The own time of a closure is from its entry to its return, on one thread, without the calls of Rx that it makes. Times are
/// elapsed times, in nanoseconds.
package struct Profile {
  struct Row {
    var name: String
    var place: SourceLine?
    /// The calls of its closures, by their own times.
    var calls = Durations()
    /// The time of its closures with all that they call. A closure within another one of the same row counts only once.
    var total: UInt64 = 0
    /// How long its actions waited between `schedule` and their beginning.
    var waits = Durations()
    /// How long it held elements that it handed on later.
    var holds = Durations()
    var subscriptions = 0
    /// Elements that came and went, as ``StageReport`` counts them.
    var taken = 0
    var sent = 0

    var isUsed: Bool {
      calls.count > 0 || waits.count > 0 || holds.count > 0 || subscriptions > 0 || taken > 0 || sent > 0
    }
  }

  /// The name of the run.
  let name: String
  let grouping: ProfileGrouping
  var rows: [Row]
  /// The own time of all closures.
  let own: UInt64
  /// The own time of closures of which no stage is known.
  let unassigned: UInt64
  /// The time from the start of the recording to its last step.
  let length: UInt64
  let threadCount: Int
  let cost: RecordingCost
  let timesClosures: Bool
  let remarks: [String]
  /// The stacks of closures, if they were asked for, and the names in them.
  let stacks: StackTree?
  let stages: StageRows
  let places: [String]

  /// The profile of a run in memory.
  package init(_ run: AnalysedRun, by grouping: ProfileGrouping = .stage, hasStacks: Bool = false) throws {
    let source = TraceSteps(run.trace)
    var pass = ProfilePass(RunOutline(run.located, hasFates: false), by: grouping, hasStacks: hasStacks)
    try pass.read(source, source.advance)
    self.init(run, pass, by: grouping)
  }

  private init(_ run: AnalysedRun, _ pass: ProfilePass, by grouping: ProfileGrouping) {
    (name, self.grouping, remarks) = (run.name, grouping, run.remarks)
    rows = pass.rows.rows.filter(\.isUsed)
    unassigned = pass.unassigned
    own = rows.reduce(pass.unassigned) { $0 + $1.calls.sum }
    (length, threadCount, cost) = (pass.end, run.trace.threads.count, pass.cost)
    timesClosures = run.trace.hasClosureEnds
    (stacks, stages, places) = (pass.stacks, pass.stages, pass.places)
    sort(by: .own)
  }

  /// The part of all closures' own time that is a row's, from 0 to 1.
  func share(of row: Row) -> Double { own == 0 ? 0 : Double(row.calls.sum) / Double(own) }

  /// Puts the rows in order: places from the first on, figures from the largest on.
  package mutating func sort(by column: ProfileColumn) {
    let placed = rows.enumerated().sorted { one, other in
      let (first, second) = (one.element.place, other.element.place)
      guard let first, let second else {
        return first == nil && second == nil ? one.offset < other.offset : first != nil
      }
      let (here, there) = ((first.file, first.line), (second.file, second.line))
      return here == there ? one.offset < other.offset : here < there
    }.map(\.element)
    let values = placed.map { column.value($0) }
    rows = placed.indices.sorted { values[$0] == values[$1] ? $0 < $1 : values[$0] > values[$1] }.map { placed[$0] }
  }
}

extension Profile {
  /// Reads a recording, in memory that does not grow with its length.
  /// - Parameter trusted: folders whose programs may be opened if the recording names them.
  /// - Throws: ``TraceError``
  package init(
    path: String, trusting trusted: TrustedFolders = TrustedFolders(), by grouping: ProfileGrouping = .stage,
    hasStacks: Bool = false
  ) throws {
    // A pipe cannot be read twice.
    if isOrdinaryFile(path), let profile = try Self.read(path, trusted, grouping, hasStacks) {
      self = profile
    } else {
      try self.init(AnalysedRun(path: path, trusting: trusted), by: grouping, hasStacks: hasStacks)
    }
  }

  /// - Returns: nil if the recorder has replaced some of the steps meanwhile.
  private static func read(
    _ path: String, _ trusted: TrustedFolders, _ grouping: ProfileGrouping, _ hasStacks: Bool
  ) throws -> Profile? {
    let outline = try RunOutline(contentsOf: path, trusting: trusted, hasFates: false)
    let stream = try StepStream(path: path)
    var pass = ProfilePass(outline, by: grouping, hasStacks: hasStacks)
    try pass.read(stream) { try stream.advance() }
    guard stream.summary.removedRecords == outline.run.trace.removedRecords else { return nil }
    var run = AnalysedRun(name: path, run: outline.run, remarks: [outline.run.remark].compactMap(\.self))
    run.noteGaps(madeUse: pass.madeUse)
    return Profile(run, pass, by: grouping)
  }
}
