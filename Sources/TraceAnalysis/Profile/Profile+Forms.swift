import RxTrace

extension Profile {
  /// All that is known of each row. Times are nanoseconds, shares go from 0 to 1.
  package func jsonText() throws -> String { try json(ProfileJSON(self)) }

  /// A table of comma-separated values (RFC 4180), whose first row has the names of the columns. Times are nanoseconds.
  package var csvText: String { csvTable([Self.csvColumns] + rows.map(fields)) }

  private static let csvColumns = [
    "name", "file", "line", "subscriptions", "in", "out", "calls", "own", "ownShare", "total", "p50", "p90", "p99",
    "max", "waits", "waitP50", "waitP99", "waitMax", "held", "heldP50", "heldP99", "heldMax",
  ]

  private func fields(_ row: Row) -> [String] {
    let counts = grouping.countsElements ? [row.subscriptions, row.taken, row.sent].map { "\($0)" } : ["", "", ""]
    func times(_ durations: Durations) -> [String] {
      ["\(durations.count)"]
        + [durations.percentile(0.5), durations.percentile(0.99), durations.longest].map {
          durations.count > 0 ? "\($0)" : ""
        }
    }
    let calls = row.calls
    let percentiles = [calls.percentile(0.5), calls.percentile(0.9), calls.percentile(0.99), calls.longest]
    let closures = [calls.sum, row.total].map { "\($0)" }
    let timed =
      [closures[0], decimal(share(of: row)), closures[1]] + percentiles.map { calls.count > 0 ? "\($0)" : "" }
    return [row.name, row.place?.file ?? "", row.place.map { "\($0.line)" } ?? ""] + counts + ["\(calls.count)"]
      + (timesClosures ? timed : timed.map { _ in "" }) + times(row.waits) + times(row.holds)
  }

  private func decimal(_ share: Double) -> String { "\((share * 1e6).rounded() / 1e6)" }
}

/// How long things took, for JSON.
struct DurationsJSON: Encodable {
  let count: Int
  let sum: UInt64
  let p50: UInt64
  let p90: UInt64
  let p99: UInt64
  let max: UInt64

  /// Nil if there are no durations.
  init?(_ durations: Durations) {
    guard durations.count > 0 else { return nil }
    (count, sum, max) = (durations.count, durations.sum, durations.longest)
    (p50, p90, p99) = (durations.percentile(0.5), durations.percentile(0.9), durations.percentile(0.99))
  }
}

private struct ProfileJSON: Encodable {
  let profile: Profile

  init(_ profile: Profile) { self.profile = profile }

  private struct Recording: Encodable {
    let records: Int
    let timeOfOne: UInt64?
    let time: UInt64?
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    try container.encode(profile.name, forKey: TextKey("run"))
    try container.encode(profile.grouping.rawValue, forKey: TextKey("by"))
    try container.encode(profile.length, forKey: TextKey("length"))
    try container.encode(profile.threadCount, forKey: TextKey("threads"))
    try container.encode(profile.timesClosures ? profile.own : nil, forKey: TextKey("own"))
    try container.encode(profile.unassigned, forKey: TextKey("ownWithoutStage"))
    try container.encode(profile.rows.map { ProfileRowJSON($0, profile) }, forKey: TextKey(profile.grouping.plural))
    let cost = profile.cost
    try container.encode(
      Recording(records: cost.records, timeOfOne: cost.ofOne, time: cost.ofAll), forKey: TextKey("recording"))
    try container.encode(profile.remarks, forKey: TextKey("remarks"))
  }
}

/// A key that is chosen when the text is written.
struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A row of a profile, for JSON.
struct ProfileRowJSON: Encodable {
  let row: Profile.Row
  let profile: Profile

  init(_ row: Profile.Row, _ profile: Profile) { (self.row, self.profile) = (row, profile) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    try container.encode(row.name, forKey: TextKey(profile.grouping.rawValue))
    try container.encodeIfPresent(row.place?.file, forKey: TextKey("file"))
    try container.encodeIfPresent(row.place?.line, forKey: TextKey("line"))
    try encodeFigures(&container)
  }

  func encodeFigures(_ container: inout KeyedEncodingContainer<TextKey>) throws {
    if profile.grouping.countsElements {
      try container.encode(row.subscriptions, forKey: TextKey("subscriptions"))
      try container.encode(row.taken, forKey: TextKey("in"))
      try container.encode(row.sent, forKey: TextKey("out"))
    }
    if profile.timesClosures {
      try container.encode(row.calls.count, forKey: TextKey("calls"))
      try container.encode(row.calls.sum, forKey: TextKey("own"))
      try container.encode(profile.share(of: row), forKey: TextKey("ownShare"))
      try container.encode(row.total, forKey: TextKey("total"))
      let ofCall = DurationsJSON(row.calls)
      try container.encodeIfPresent(ofCall?.p50, forKey: TextKey("p50"))
      try container.encodeIfPresent(ofCall?.p90, forKey: TextKey("p90"))
      try container.encodeIfPresent(ofCall?.p99, forKey: TextKey("p99"))
      try container.encodeIfPresent(ofCall?.max, forKey: TextKey("max"))
    }
    try container.encodeIfPresent(DurationsJSON(row.waits), forKey: TextKey("waiting"))
    try container.encodeIfPresent(DurationsJSON(row.holds), forKey: TextKey("held"))
  }
}
