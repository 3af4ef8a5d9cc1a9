import RxTrace

/// The pipelines of a run: its stages, what each did, and which give their events to which.
///
/// A stage gives its events to another if the other one subscribed to it, also through the connection of a shared
/// sequence, or if a closure of it sends to a subject. Stages that such links connect are one pipeline.
package struct StagePipelines {
  package struct Stage {
    /// `map`, `cart`, `subscribe`
    package var name: String
    package var place: SourceLine?
    /// The counts of ``StageReport``.
    package var counts: [ReportColumn: UInt64]
    /// The stages that it gives its events to, as positions in ``StagePipelines/stages``, in order.
    package var receivers: [Int] = []
  }

  /// The stages in order of first appearance in the run.
  package private(set) var stages: [Stage]

  package init(_ run: LocatedTrace) {
    let source = TraceSteps(run.trace)
    var pass = ReportPass(RunOutline(run, hasFates: false), needsLinks: true)
    // Nothing is thrown, because there is no filter.
    try? pass.read(source, source.advance)
    self.init(pass, run.trace)
  }

  private init(_ pass: ReportPass, _ trace: Trace) {
    let (rows, tallies) = (pass.stages.rows, pass.tallies.tallies)
    let used = rows.indices.filter { tallies[$0].isUsed }
    let places = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    stages = used.map { row in
      let columns = ReportColumn.counts.filter { $0 != .time || pass.timesClosures }
      let counts = columns.map { ($0, $0.count(tallies[row])) }.filter { $1 > 0 }
      return Stage(
        name: rows[row].name, place: rows[row].place, counts: Dictionary(uniqueKeysWithValues: counts))
    }
    guard let links = pass.links else { return }
    var receivers = stages.map { _ in Set<Int>() }
    func stage(_ object: ObjectID) -> Int? { pass.stages.stage(of: object).flatMap { places[$0] } }
    // A stage may have an object for each inner sequence, and is fed by as many.
    var seen = Set<Feed>()
    for object in trace.objects.indices {
      guard let receiver = stage(object) else { continue }
      let whole = links.stage(of: object)
      guard seen.insert(Feed(whole: whole, receiver: receiver)).inserted else { continue }
      for source in links.sources(of: whole) {
        if let sender = stage(source), sender != receiver { receivers[sender].insert(receiver) }
      }
    }
    for index in stages.indices { stages[index].receivers = receivers[index].sorted() }
  }

  /// The source of the events of a part of a stage.
  private struct Feed: Hashable {
    var whole: ObjectID
    var receiver: Int
  }
}
