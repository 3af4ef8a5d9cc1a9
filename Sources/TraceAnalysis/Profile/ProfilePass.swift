import RxTrace

/// A run on its way into a profile: its steps, one at a time, after its names are known.
struct ProfilePass {
  let outline: RunOutline
  let stages: StageRows
  private(set) var rows: ProfileRows
  private(set) var cost = RecordingCost()
  private(set) var madeUse = false
  /// The time of the last step.
  private(set) var end: UInt64 = 0
  /// The own time of closures that belong to no row.
  private(set) var unassigned: UInt64 = 0
  /// The stacks, if they are asked for.
  private(set) var stacks: StackTree?
  /// The names of threads and queues.
  private(set) var places: [String] = []

  private let parts: StageParts
  private var tallies: StageTallies<ReadStages>
  private var waits = WaitingTimes()
  private var holds: HeldTimes
  private var ofPlaces: [PlaceKey: Int] = [:]
  private var ofPlaceNames: [String: Int] = [:]
  /// The closures that are under way, by their numbers.
  private var open: [Int: Open] = [:]

  private struct PlaceKey: Hashable {
    var thread: Int
    var queue: Int?
  }

  private struct Open {
    var row: Int
    /// The closure around it.
    var outer: Int?
    /// Whether no closure of the same row is around it.
    var isOutermost: Bool
  }

  init(_ outline: RunOutline, by grouping: ProfileGrouping, hasStacks: Bool) {
    self.outline = outline
    let (trace, names) = (outline.run.trace, outline.run.programNames)
    parts = outline.parts
    stages = StageRows(trace, names, parts, isForEachObject: grouping == .object)
    rows = ProfileRows(grouping, stages, names)
    tallies = StageTallies(stages, parts, timesClosures: trace.hasClosureEnds)
    holds = HeldTimes(parts)
    if hasStacks { stacks = StackTree() }
  }

  /// Reads the run to its end, or as far as its names are known.
  /// - Parameter advance: goes to the next step of the source; false after the last one.
  mutating func read(_ source: any StepSource, _ advance: () throws -> Bool) throws {
    let last = outline.lastStep
    func isAtStep() throws -> Bool { try advance() && source.step.number <= last }
    let run = try Pipelines.read(source, isAtStep) { take($0) }
    tallies.finish(run)
    addTimed(run)
    rows.add(tallies.tallies)
  }

  private mutating func take(_ run: Pipelines) {
    let step = run.step
    if step.kind != .output { madeUse = true }
    end = max(end, step.time)
    if run.isBehindGap { open = [:] }
    tallies.take(run)
    addTimed(run)
    cost.take(run)
    take(waiting: run)
    take(held: run)
    guard stacks != nil || step.kind == .closure else { return }
    let (place, stage) = (place(step.thread, step.queue, run), step.object.flatMap { stages.stage(of: $0) })
    stacks?.take(run, stage, on: place)
    if step.kind == .closure { enter(stage, place, run) }
  }

  private mutating func place(_ thread: Int, _ queue: Int?, _ run: Pipelines) -> Int {
    let key = PlaceKey(thread: thread, queue: queue)
    if let known = ofPlaces[key] { return known }
    let name = StepPlace(queue: queue.map { run.source.queue($0) }, thread: run.source.thread(thread)).name
    if ofPlaceNames[name] == nil {
      ofPlaceNames[name] = places.count
      places.append(name)
    }
    ofPlaces[key] = ofPlaceNames[name]!
    return ofPlaceNames[name]!
  }

  // MARK: Closures

  private mutating func enter(_ stage: Int?, _ place: Int, _ run: Pipelines) {
    guard let stage, let object = run.step.object else { return }
    let row = rows.row(ofClosure: run.step.event, of: stage, object, on: places[place])
    let parent = run.parent
    let outer = parent?.kind == .closure ? parent?.number : parent?.closure
    open[run.step.number] = Open(row: row, outer: outer, isOutermost: isOutermost(row, within: outer))
  }

  private func isOutermost(_ row: Int, within closure: Int?) -> Bool {
    var around = closure.flatMap { open[$0] }
    while let closure = around {
      if closure.row == row { return false }
      around = closure.outer.flatMap { open[$0] }
    }
    return true
  }

  private mutating func addTimed(_ run: Pipelines) {
    for closure in tallies.timed {
      stacks?.add(closure)
      guard let known = open.removeValue(forKey: closure.number) else {
        unassigned += closure.own
        continue
      }
      rows.add(closure, to: known.row, isOutermost: known.isOutermost)
    }
  }

  // MARK: Waiting and holding

  private mutating func take(waiting run: Pipelines) {
    waits.take(run)
    guard let begun = waits.begun else { return }
    let stage = begun.asker.flatMap { stages.stage(of: $0) }
    let place = place(run.step.thread, run.step.queue, run)
    if let row = rows.row(of: stage, on: places[place]) { rows.add(waited: begun.time, to: row) }
  }

  private mutating func take(held run: Pipelines) {
    holds.take(run)
    for (stage, time) in holds.released {
      if let row = rows.row(of: stages.stage(of: stage)) { rows.add(held: time, to: row) }
    }
  }
}
