import RxTrace

/// A marble diagram of a whole run for the script of its page: the values in JSON, and the rest as small numbers.
///
/// The numbers are: for each column its step and its time; for each row what it begins and ends with, and its events. The
/// step and the time of an event follow as distances from those of its column. If the whole run goes by a virtual clock,
/// the times are ticks of that clock.
struct MarbleData {
  private let chart: MarbleChart
  private let run: LocatedTrace
  private var numbers = NumberWriter()
  private var values = Numbered<String>()
  private let hasTicks: Bool

  /// The most characters of a value that the page shows. A click leads to the step, which has the whole value.
  private static let longestValue = 160

  /// - Parameter chart: a diagram in which no columns are left out.
  init(_ chart: MarbleChart, of run: LocatedTrace) {
    (self.chart, self.run, hasTicks) = (chart, run, chart.hasTicks)
  }

  /// `{"hasTicks":false,"numbers":"…","values":[…]}`
  mutating func json() -> String {
    writeColumns()
    writeRows()
    return "{\"hasTicks\":\(hasTicks),\"numbers\":\"\(numbers.takeText(isLast: true))\",\n"
      + "\"values\":\(jsonStrings(values.all))}"
  }

  private mutating func writeColumns() {
    var (step, time) = (0, 0)
    numbers.put(UInt64(chart.columns.count))
    for column in chart.columns {
      let next = (step: number(of: column.step), time: self.time(ofColumn: column))
      numbers.put(next.step, near: step)
      numbers.put(next.time, near: time)
      (step, time) = next
    }
  }

  private mutating func writeRows() {
    numbers.put(UInt64(chart.rows.count))
    for row in chart.rows {
      numbers.put(UInt64(row.group))
      numbers.put(UInt64(row.start))
      numbers.put(start(of: row), near: 0)
      numbers.put(row.end, near: 0)
      numbers.put(row.termination == nil ? stop(of: row) : nil, near: 0)
      numbers.put(UInt64(row.marbles.count))
      writeMarbles(of: row)
    }
  }

  private mutating func writeMarbles(of row: MarbleChart.Row) {
    var (column, latest) = (0, 0)
    for marble in row.marbles {
      let value = marble.value.map { values.index(of: text($0)) }
      numbers.put(UInt64(marble.column - column))
      column = marble.column
      numbers.put(flags(marble))
      numbers.put(UInt64(marble.source))
      numbers.put(number(of: marble.step), near: number(of: chart.columns[column].step))
      // The row is searched by time, and the clock of one thread may be behind that of another.
      latest = max(hasTicks ? time(ofColumn: chart.columns[column]) : time(marble.step), latest)
      numbers.put(latest, near: time(ofColumn: chart.columns[column]))
      if let value { numbers.put(UInt64(value)) }
      guard let cause = marble.cause else { continue }
      numbers.put(UInt64(cause.row))
      numbers.put(UInt64(column - cause.column))
    }
  }

  /// The kind of event in two bits, then a bit each: is late, has a value, has a cause, the cause is an earlier call.
  private func flags(_ marble: MarbleChart.Marble) -> UInt64 {
    let event = UInt64(EventKind.allCases.firstIndex(of: marble.event)!)
    let bits = [!marble.isDelivered, marble.value != nil, marble.cause != nil, marble.cause?.isLater ?? false]
    return bits.enumerated().reduce(event) { $1.element ? $0 | 4 << UInt64($1.offset) : $0 }
  }

  private func text(_ value: TracedValue) -> String {
    ShownText.value(run.programNames.short(value), longest: Self.longestValue)
  }

  private func time(ofColumn column: MarbleChart.Column) -> Int {
    hasTicks ? column.moment ?? 0 : Int(clamping: column.time)
  }

  /// The time at which a row starts. The clock shows the time of the event before, because a subscription need not be
  /// an action of the clock's scheduler.
  private func start(of row: MarbleChart.Row) -> Int? {
    guard let step = row.subscribed else { return nil }
    guard hasTicks else { return time(step) }
    let column = row.startsLate ? row.start : row.start - 1
    return column < 0
      ? min(chart.firstMoment ?? .max, time(ofColumn: chart.columns[0])) : time(ofColumn: chart.columns[column])
  }

  private func stop(of row: MarbleChart.Row) -> Int? {
    guard let step = row.disposed else { return nil }
    guard hasTicks else { return time(step) }
    return row.disposal.map { time(ofColumn: chart.columns[max($0, 0)]) } ?? start(of: row)
  }

  private func number(of step: Int) -> Int { run.trace.steps[step].number }
  private func time(_ step: Int) -> Int { Int(clamping: run.trace.steps[step].time) }
}
