import RxTrace

extension StageReport {
  /// All that is known of each stage. Times are nanoseconds.
  public func jsonText() throws -> String {
    try json(ReportJSON(run: name, stages: rows.map { StageJSON($0, timesClosures) }, remarks: remarks))
  }

  /// A table of comma-separated values (RFC 4180), whose first row has the names of the columns. Times are nanoseconds.
  public var csvText: String {
    csvTable([Self.csvColumns] + rows.map(fields))
  }

  static let csvColumns = [
    "stage", "file", "line", "subscriptions", "peak", "subscribed", "in", "out", "dropped", "errors", "inner", "time",
    "value", "cut",
  ]

  private func fields(_ row: Row) -> [String] {
    let tally = row.tally
    let counts = [
      tally.subscriptions.now, tally.subscriptions.peak, tally.subscriptions.all, tally.taken, tally.sent,
      tally.dropped, tally.errors, tally.inners.peak,
    ]
    return [row.name, row.place?.file ?? "", row.place.map { "\($0.line)" } ?? ""] + counts.map { "\($0)" }
      + [timesClosures ? "\(tally.closureTime)" : "", row.lastValue?.text ?? ""]
      + [row.lastValue.map { "\(!$0.isComplete)" } ?? ""]
  }
}

private struct ReportJSON: Encodable {
  let run: String
  let stages: [StageJSON]
  let remarks: [String]
}

private struct StageJSON: Encodable {
  struct Subscriptions: Encodable {
    let now: Int
    let peak: Int
    let all: Int
  }

  let stage: String
  let source: String?
  let subscriptions: Subscriptions
  let `in`: Int
  let out: Int
  let dropped: Int
  let errors: Int
  let innerPeak: Int
  let closureTime: UInt64?
  let lastValue: String?
  let lastValueIsComplete: Bool?
  let lastVirtualTime: VirtualTimes.JSON?

  init(_ row: StageReport.Row, _ timesClosures: Bool) {
    let tally = row.tally
    stage = row.name
    source = row.place?.description
    subscriptions = Subscriptions(
      now: tally.subscriptions.now, peak: tally.subscriptions.peak, all: tally.subscriptions.all)
    (`in`, out, dropped, errors) = (tally.taken, tally.sent, tally.dropped, tally.errors)
    innerPeak = tally.inners.peak
    closureTime = timesClosures ? tally.closureTime : nil
    lastValue = row.lastValue?.text
    lastValueIsComplete = row.lastValue?.isComplete
    lastVirtualTime = row.lastMoment.map(VirtualTimes.JSON.init)
  }
}
