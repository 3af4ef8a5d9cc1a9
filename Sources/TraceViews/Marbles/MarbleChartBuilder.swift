import RxTrace

extension MarbleChart {
  /// Lays out a run.
  ///
  /// - Parameters:
  ///   - origins: the line of the user's source that made an object, if it is known.
  public init(_ trace: Trace, origins: [ObjectID: SourceLine] = [:]) {
    self.init(LocatedTrace(trace: trace, origins: origins), names: nil, foldsRepeats: false)
  }

  /// Lays out a run under the names of the program's source.
  package init(_ run: LocatedTrace, names: ProgramNames) {
    self.init(run, names: names, foldsRepeats: false)
  }

  /// - Parameters:
  ///   - names: the names of rows in the program's source; nil for names of classes.
  ///   - foldsRepeats: whether the observables that one place made share a row, and stretches in which nothing new
  ///     happens are left out.
  ///   - isWhole: whether nothing is left out although rows are shared.
  init(_ run: LocatedTrace, names: ProgramNames?, foldsRepeats: Bool, isWhole: Bool = false) {
    let rowNames = MarbleNames(run, names)
    var builder = MarbleChartBuilder(run, rowNames, sharesRows: foldsRepeats)
    builder.placeEvents()
    builder.placeDisposals()
    self = foldsRepeats && !isWhole ? builder.chart.withoutRepeats() : builder.chart
  }
}

/// Assigns a row and a column to every event, in one pass over the steps.
private struct MarbleChartBuilder {
  private let trace: Trace
  private let candidates: [ObjectID: MarbleRows.Candidate]
  private(set) var chart = MarbleChart()
  private var rowOfReceiver: [ObjectID: Int] = [:]
  private var eventOfStep: [Int: (row: Int, isDelivered: Bool)] = [:]
  /// For each step that is an event its position in its row.
  private var placeOfStep: [Int: (row: Int, marble: Int)] = [:]
  /// For each step, the event that it belongs to: itself, or the innermost one that encloses it.
  private var eventAround: [Int]
  /// For each step, the event around it, or on another thread around the step that scheduled it.
  private var eventBefore: [Int]
  /// The rows in which events began, in order of their first events.
  private var sources: [Int: Int] = [:]
  /// The rows whose first subscription was met.
  private var started: Set<Int> = []
  /// For each row, the last column that has an event of the row.
  private var lastColumn: [Int]
  /// For each step, the last column at the time of the step.
  private var columnOfStep: [Int]
  private let times: VirtualTimes

  /// The fewest observables of one place that share a row.
  private static let fewestSharing = 4

  init(_ run: LocatedTrace, _ names: MarbleNames, sharesRows: Bool) {
    trace = run.trace
    let rows = MarbleRows(trace)
    candidates = rows.candidates
    eventAround = [Int](repeating: -1, count: trace.steps.count)
    eventBefore = eventAround
    columnOfStep = eventAround
    times = run.virtualTimes
    lastColumn = []
    let order = rows.order()
    let kinds = order.map { sharesRows ? names.kind(rows.candidates[$0.receiver]!) : "" }
    let counts = kinds.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var rowOfKind: [String: Int] = [:]
    for ((receiver, group), kind) in zip(order, kinds) {
      let candidate = rows.candidates[receiver]!
      let isShared = sharesRows && counts[kind]! >= Self.fewestSharing
      let row = isShared ? rowOfKind[kind] ?? chart.rows.count : chart.rows.count
      if row == chart.rows.count {
        chart.rows.append(names.row(candidate, group, isShared: isShared))
      } else {
        chart.rows[row].count += 1
      }
      if isShared { rowOfKind[kind] = row }
      rowOfReceiver[receiver] = row
      for event in candidate.events { eventOfStep[event.step] = (row, event.isDelivered) }
    }
    lastColumn = [Int](repeating: -1, count: chart.rows.count)
  }

  // MARK: Events

  mutating func placeEvents() {
    for step in trace.steps {
      let enclosing = step.parent.map { eventAround[$0] } ?? -1
      let before = step.parent ?? step.cause
      eventAround[step.index] = enclosing
      eventBefore[step.index] = before.map { eventBefore[$0] } ?? -1
      noteStart(step, enclosing)
      if let event = eventOfStep[step.index] {
        place(step, event, enclosing)
        eventAround[step.index] = step.index
        eventBefore[step.index] = step.index
      }
      columnOfStep[step.index] = chart.columns.count - 1
    }
  }

  private mutating func place(_ step: Step, _ event: (row: Int, isDelivered: Bool), _ enclosing: Int) {
    let latest = chart.columns.count - 1
    let joins = enclosing >= 0 && lastColumn[event.row] < latest
    if !joins {
      let moment = times.time(of: step)?.ticks
      // A record's time is taken after its place in the file, so another thread's next record may have an earlier time.
      let time = max(step.time, chart.columns.last?.time ?? 0)
      chart.columns.append(MarbleChart.Column(step: step.index, time: time, moment: moment))
    }
    let column = chart.columns.count - 1
    lastColumn[event.row] = column
    placeOfStep[step.index] = (event.row, chart.rows[event.row].marbles.count)
    chart.rows[event.row].marbles.append(
      MarbleChart.Marble(
        column: column, step: step.index, event: step.event ?? .next, value: step.value,
        isDelivered: event.isDelivered, source: source(of: step, event.row), cause: cause(of: step, enclosing)))
  }

  /// The source at which the chain of causes begins.
  private mutating func source(of step: Step, _ row: Int) -> Int {
    if let place = placeOfStep[eventBefore[step.index]] { return chart.rows[place.row].marbles[place.marble].source }
    if let source = sources[row] { return source }
    sources[row] = sources.count
    return sources.count - 1
  }

  private func cause(of step: Step, _ enclosing: Int) -> MarbleChart.Cause? {
    guard let place = placeOfStep[eventBefore[step.index]] else { return nil }
    let column = chart.rows[place.row].marbles[place.marble].column
    return MarbleChart.Cause(row: place.row, column: column, isLater: enclosing < 0)
  }

  // MARK: The beginnings and ends of rows

  private mutating func noteStart(_ step: Step, _ enclosing: Int) {
    guard let receiver = step.other, candidates[receiver]?.firstSubscription == step.index,
      let row = rowOfReceiver[receiver]
    else { return }
    if chart.firstMoment == nil { chart.firstMoment = times.time(of: step)?.ticks }
    guard started.insert(row).inserted else { return }
    // A row that begins within the delivery of an event starts in the event's column; any other before the next column.
    let isLate = enclosing >= 0
    chart.rows[row].start = isLate ? chart.columns.count - 1 : chart.columns.count
    chart.rows[row].startsLate = isLate
    chart.rows[row].subscribed = step.index
  }

  /// A row ends when its receiver, the object that its receiver is a part of, or the sink that feeds it is disposed.
  mutating func placeDisposals() {
    var feeders: [ObjectID: [Int]] = [:]
    for (receiver, row) in rowOfReceiver where candidates[receiver]?.observable != nil && chart.rows[row].count == 1 {
      feeders[receiver, default: []].append(row)
      for link in trace.objects[receiver].links where link.role == .owner {
        feeders[link.target, default: []].append(row)
      }
    }
    for object in trace.objects {
      if let row = object.deliversTo.flatMap({ rowOfReceiver[$0] }), chart.rows[row].receiver != "",
        chart.rows[row].count == 1
      {
        feeders[object.id, default: []].append(row)
      }
    }
    for step in trace.steps where step.kind == .dispose {
      // Only the first disposal counts.
      for row in step.object.flatMap({ feeders.removeValue(forKey: $0) }) ?? [] where chart.rows[row].disposal == nil {
        chart.rows[row].disposal = max(columnOfStep[step.index], chart.rows[row].start)
        chart.rows[row].disposed = step.index
      }
    }
    // A row that several observables share goes on after the end of one of them.
    for row in chart.rows.indices where chart.rows[row].count == 1 {
      chart.rows[row].termination = chart.rows[row].marbles.first { $0.event != .next && $0.isDelivered }?.column
      if chart.rows[row].termination != nil { chart.rows[row].disposal = nil }
    }
  }
}
