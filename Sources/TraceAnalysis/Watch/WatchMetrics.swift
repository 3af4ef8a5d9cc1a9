import RxTrace

/// The rows of a program that is watched, as an `ExportMetricsServiceRequest` of OpenTelemetry.
///
/// The counts are sums since the beginning, so that the next request makes up for one that does not arrive.
package struct WatchMetrics {
  private let service: String
  private let process: UInt32
  private let start: UInt64

  /// - Parameter service: the name that collectors show for the program.
  package init(_ watch: RecordingWatch, service: String) {
    self.init(service: service, process: watch.header.processIdentifier, start: watch.header.startWallClock)
  }

  /// - Parameter start: nanoseconds since 1970 when the recording began.
  init(service: String, process: UInt32, start: UInt64) {
    (self.service, self.process, self.start) = (service, process, start)
  }

  private static var sums: [(name: String, unit: String, count: KeyPath<WatchRow, Int>)] {
    [
      ("rx.stage.subscriptions", "{subscription}", \.subscriptions), ("rx.stage.in", "{element}", \.taken),
      ("rx.stage.out", "{element}", \.sent), ("rx.stage.errors", "{error}", \.errors),
      ("rx.stage.closure.time", "ns", \.closureTime),
    ]
  }

  /// - Parameter now: nanoseconds since the recording began.
  package func text(of rows: [WatchRow], at now: UInt64) throws -> String {
    let rows = Self.merged(rows)
    func points(_ count: KeyPath<WatchRow, Int>) -> [Point] {
      rows.map { row in
        Point(
          attributes: Attribute.all(of: row), startTimeUnixNano: "\(start)", timeUnixNano: "\(start &+ now)",
          asInt: "\(row[keyPath: count])")
      }
    }
    var metrics = Self.sums.map { name, unit, count in
      Metric(name: name, unit: unit, sum: Metric.Sum(dataPoints: points(count)))
    }
    metrics.append(
      Metric(name: "rx.stage.open", unit: "{subscription}", gauge: Metric.Gauge(dataPoints: points(\.open))))
    let resource = Resource(attributes: [
      Attribute("service.name", service), Attribute("process.pid", Int(process)),
      Attribute("telemetry.sdk.name", "headwater"), Attribute("telemetry.sdk.language", "swift"),
    ])
    let scope = ScopeMetrics(scope: Scope(name: "headwater"), metrics: metrics)
    return try json(Request(resourceMetrics: [ResourceMetrics(resource: resource, scopeMetrics: [scope])]))
  }

  /// Merges stages that have one line and one name, because a collector could not tell their points apart.
  private static func merged(_ rows: [WatchRow]) -> [WatchRow] {
    var places: [String: Int] = [:]
    var merged: [WatchRow] = []
    let counts: [WritableKeyPath<WatchRow, Int>] = [
      \.subscriptions, \.taken, \.sent, \.errors, \.open, \.closureTime,
    ]
    for row in rows {
      let key = "\(row.name) \(row.place?.description ?? "")"
      guard let place = places[key] else {
        places[key] = merged.count
        merged.append(row)
        continue
      }
      for count in counts { merged[place][keyPath: count] += row[keyPath: count] }
    }
    return merged
  }
}

// MARK: JSON

private struct Request: Encodable { let resourceMetrics: [ResourceMetrics] }
private struct Resource: Encodable { let attributes: [Attribute] }
private struct Scope: Encodable { let name: String }

private struct ResourceMetrics: Encodable {
  let resource: Resource
  let scopeMetrics: [ScopeMetrics]
}

private struct ScopeMetrics: Encodable {
  let scope: Scope
  let metrics: [Metric]
}

private struct Metric: Encodable {
  struct Sum: Encodable {
    let dataPoints: [Point]
    /// Sums count since the beginning, rather than since the request before.
    let aggregationTemporality = 2
    let isMonotonic = true
  }

  struct Gauge: Encodable { let dataPoints: [Point] }

  let name: String
  let unit: String
  var sum: Sum?
  var gauge: Gauge?
}

/// A data point. The format writes 64-bit numbers as strings.
private struct Point: Encodable {
  let attributes: [Attribute]
  let startTimeUnixNano: String
  let timeUnixNano: String
  let asInt: String
}

private struct Attribute: Encodable {
  struct Value: Encodable {
    var stringValue: String?
    var intValue: String?
  }

  let key: String
  let value: Value

  init(_ key: String, _ text: String) { (self.key, value) = (key, Value(stringValue: text)) }
  init(_ key: String, _ number: Int) { (self.key, value) = (key, Value(intValue: "\(number)")) }

  static func all(of row: WatchRow) -> [Attribute] {
    let name = [Attribute("rx.stage", row.name)]
    guard let place = row.place else { return name }
    return name + [Attribute("code.file.path", place.file), Attribute("code.line.number", place.line)]
  }
}
