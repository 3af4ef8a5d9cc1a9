import RxTrace

/// The state of a watched program, as JSON for a page.
package struct WatchState: Encodable, Sendable {
  package struct Stage: Encodable, Sendable {
    /// The position that the stage keeps.
    let stage: Int
    let name: String
    /// `search.swift:12`
    let place: String?
    let open: Int
    let `in`: String
    let out: String
    let errors: Int
    let idle: String
    let busy: String
    let value: String?
    /// Whether the stage has done anything since the state before.
    let isBusy: Bool
  }

  package let time: String
  package let steps: Int
  /// The stages in the order of the rows.
  package let stages: [Stage]
  /// The links: for each, the stage that gives, the one that takes, and how many events went between them so far.
  package let links: [[Int]]
  package var findings: [String] = []
  package var notes: [String] = []
  /// How the run ended; nil while it goes on.
  package var ending: String?
  /// The stages and their links in HTML. The element of a stage has its position in `stages`.
  package var graph = ""

  private static let longestValue = 100

  /// - Parameter rows: the rows of the table at `now`, in nanoseconds since the recording began.
  package init(_ table: WatchTable, _ rows: [WatchRow], at now: UInt64) {
    (time, steps) = (WatchText.time(now), table.steps)
    stages = rows.map { row in
      Stage(
        stage: row.stage, name: ShownText.printable(row.name),
        place: row.place.map { ShownText.printable($0.shortDescription) }, open: row.open,
        in: WatchText.rate(row.takenRate), out: WatchText.rate(row.sentRate), errors: row.errors,
        idle: WatchText.idle(row.idle), busy: WatchText.share(row.busy),
        value: row.value.map { WatchText.value($0, columns: Self.longestValue) }, isBusy: row.hasChanged)
    }
    links = table.links.map { [$0.from, $0.to, $1] }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The state of a program that has not been recorded yet.
  package static let beforeTheFirst = WatchState()

  private init() { (time, steps, stages, links) = (WatchText.time(0), 0, [], []) }

  /// For each stage, the stages to which it gives its events, as positions in `stages`.
  package var receivers: [[Int]] {
    let places = Dictionary(uniqueKeysWithValues: stages.enumerated().map { ($1.stage, $0) })
    var receivers = stages.map { _ in [Int]() }
    for link in links {
      if let from = places[link[0]], let to = places[link[1]] { receivers[from].append(to) }
    }
    return receivers.map { $0.sorted() }
  }

  package var json: String {
    get throws { try TraceAnalysis.json(self) }
  }
}
