import RxTrace

/// A table of what each stage does now. It takes the steps of a recording as they are written, and makes the rows.
///
/// Memory grows with the stages and with what is open, not with the length of the run.
///
///     var table = WatchTable(follower, FollowedLines(ofRecordingAt: path, trusting: trusted))
///     while try table.takeMore() {}
///     for row in table.rows(at: 2_000_000_000) { print(row.title, row.open, row.takenRate) }
package struct WatchTable {
  private let follower: StepFollower
  private var run: Pipelines
  private var tallies: StageTallies<FollowedStages>
  /// The newest events by stage.
  private var events: [LastEvents] = []
  private var before: [Before] = []
  /// The latest time for which rows were asked for.
  private(set) var timeBefore: UInt64 = 0
  /// Nanoseconds since then of which nothing is known, because newer steps had replaced those of that time.
  private var missed: UInt64 = 0
  /// The observers that were subscribed before the objects were forgotten, by their numbers in the recording.
  private var remembered: [UInt32: StageTallies<FollowedStages>.OpenObserver] = [:]
  private var objects = 0
  /// How many events went from one stage to another; 0 for stages of which one has only subscribed to the other.
  package private(set) var links: [StageLink: Int] = [:]

  /// The number of the newest step, and its time in nanoseconds since the recording began.
  package private(set) var steps = 0
  package private(set) var time: UInt64 = 0
  /// How often newer records had replaced others before these were read.
  package var gaps: Int { follower.gaps }
  /// Why source lines are missing that could be known; nil if nothing needs to be said.
  package var remark: String? { tallies.stages.lines.remark }

  /// A stage's counts when its row was last asked for.
  private struct Before: Equatable {
    var open = 0
    var taken = 0
    var sent = 0
    var errors = 0
    var closureTime = 0
    var newest: UInt64?
  }

  package init(_ follower: StepFollower, _ lines: FollowedLines) {
    self.follower = follower
    run = Pipelines(follower)
    tallies = StageTallies(FollowedStages(follower, lines))
  }

  // MARK: Steps

  /// Takes the steps that have been added, at most those of one segment.
  /// - Returns: false if there are none at the moment.
  package mutating func takeMore() throws -> Bool {
    if try !follower.loadMore() {
      guard follower.shouldForget else { return false }
      forget()
      guard try follower.loadMore() else { return false }
    }
    tallies.stages.learn()
    while try follower.advance() { takeStep() }
    return true
  }

  /// Takes what is unfinished, and ends what is under way, because nothing is added any more.
  package mutating func finish() throws {
    while try takeMore() {}
    repeat { follower.passUnfinished() } while try takeMore()
    follower.finish()
    run.finish(after: follower.returned)
    tallies.finish(run)
  }

  private mutating func takeStep() {
    run.take(follower.step, after: follower.returned)
    let seen = max(time, timeBefore)
    if run.isBehindGap, run.step.time > seen { missed += run.step.time - seen }
    (steps, time) = (run.step.number, max(time, run.step.time))
    tallies.stages.take(run)
    tallies.grow()
    if !remembered.isEmpty { goOn() }
    tallies.take(run)
    while events.count < tallies.tallies.count { events.append(LastEvents()) }
    for stage in tallies.touched {
      events[stage].take(run.step, tallies.tallies[stage])
    }
    for link in tallies.begun { links[link, default: 0] += 0 }
    for link in tallies.passed { links[link, default: 0] += 1 }
  }

  // MARK: Memory

  private mutating func forget() {
    remembered.merge(tallies.forget(run, follower.recordedNumber)) { $1 }
    follower.forget()
    run = Pipelines(follower)
    objects = 0
  }

  /// Recognises observers that were subscribed before the objects were forgotten, once they do something.
  private mutating func goOn() {
    while objects < run.runs.count {
      if let open = remembered.removeValue(forKey: follower.recordedNumber(of: objects)) {
        tallies.goOn(objects, open)
        if open.subscriptions > 0 { run.goOn(objects, subscriptions: open.subscriptions) }
      }
      objects += 1
    }
  }

  // MARK: Rows

  /// The rows of stages that have done something, by place, with the files in the order in which they appeared.
  /// - Parameter now: nanoseconds since the recording began. Rates are those since the time that was given before, without
  ///   the time of which the steps are missing.
  package mutating func rows(at now: UInt64) -> [WatchRow] {
    tallies.stages.name()
    let known = timeBefore + missed
    let seconds = now > known ? Double(now - known) / 1e9 : 0
    (timeBefore, missed) = (max(now, timeBefore), 0)
    while before.count < tallies.tallies.count { before.append(Before()) }
    let rows = tallies.tallies.indices.filter { tallies.tallies[$0].isUsed }.map { stage in
      let counts = counts(of: stage)
      defer { before[stage] = counts }
      return row(stage, counts, before[stage], seconds, now)
    }
    let files = Dictionary(tallies.stages.rows.enumerated().map { ($1.place?.file ?? "", $0) }) { first, _ in first }
    // Stages of one line stay in the order of the run.
    return rows.sorted { one, other in
      guard let first = one.place, let second = other.place else {
        return one.place == nil && other.place == nil ? one.stage < other.stage : one.place != nil
      }
      if first.file != second.file { return files[first.file]! < files[second.file]! }
      return first.line == second.line ? one.stage < other.stage : first.line < second.line
    }
  }

  private func counts(of stage: Int) -> Before {
    let tally = tallies.tallies[stage]
    let newest = stage < events.count ? events[stage].newest : nil
    return Before(
      open: max(0, tally.subscriptions.now), taken: tally.taken, sent: tally.sent, errors: tally.errors,
      closureTime: Int(clamping: tally.closureTime), newest: newest)
  }

  private func row(_ stage: Int, _ counts: Before, _ before: Before, _ seconds: Double, _ now: UInt64) -> WatchRow {
    func rate(_ count: Int) -> Double { seconds > 0 ? Double(count) / seconds : 0 }
    let shown = tallies.stages.rows[stage]
    return WatchRow(
      stage: stage, name: shown.name, place: shown.place, open: counts.open,
      subscriptions: tallies.tallies[stage].subscriptions.all, taken: counts.taken, sent: counts.sent,
      takenRate: rate(counts.taken - before.taken), sentRate: rate(counts.sent - before.sent), errors: counts.errors,
      closureTime: counts.closureTime, busy: rate(counts.closureTime - before.closureTime) / 1e9,
      value: stage < events.count ? events[stage].value.map(short) : nil,
      idle: counts.newest.map { now > $0 ? now - $0 : 0 }, hasChanged: counts != before)
  }

  /// The newest events of a stage, the oldest first.
  package func events(of stage: Int) -> [WatchEvent] {
    guard stage < events.count else { return [] }
    return events[stage].all.map { event in
      WatchEvent(
        step: event.step, time: event.time, event: event.event, isSent: event.isSent, value: event.shown.map(short))
    }
  }

  private func short(_ value: TracedValue) -> TracedValue {
    TracedValue(text: tallies.stages.lines.short(value.text), isComplete: value.isComplete)
  }
}
