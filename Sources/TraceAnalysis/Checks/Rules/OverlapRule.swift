import RxTrace

extension Finding.Rule {
  /// Two threads gave one object events at once.
  public static let overlap = Finding.Rule("overlap", "Two threads gave one object events at once.", .error)
}

/// Two threads gave one object events at once (``Clashes``).
struct OverlapRule: CheckRule {
  static let id = Finding.Rule.overlap

  init(_ limits: TraceCheck.Limits) {}

  func take(_ event: PipelineEvent, _ run: Pipelines) {}

  func quotes(_ run: Pipelines) -> [Int] {
    Clashes.byObject(run.clashes.filter { !$0.isOfOneThread }).flatMap { Clashes.steps($1).named }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    Clashes.byObject(run.clashes.filter { !$0.isOfOneThread }).map { object, clashes in
      let times = clashes.count > 1 ? ", \(clashes.count) times" : ""
      var finding = Finding(
        rule: .overlap, level: .error, message: "\(names.name(object)) was given events by two threads at once\(times)",
        steps: Clashes.steps(clashes), objects: [object])
      finding.cause =
        "A sequence has to get its events one at a time, because its stages have no locks for their state."
      finding.remedy =
        "Send from one thread only, or put `observe(on:)` with a serial scheduler between each sender and it."
      finding.evidence = names.evidence(of: finding.steps)
      finding.place = finding.evidence.lazy.compactMap(\.place).first
      return finding
    }
  }
}

extension Clashes {
  /// The clashes of each object, in the order of the objects.
  static func byObject(_ clashes: [Clash]) -> [(ObjectID, [Clash])] {
    Dictionary(grouping: clashes, by: \.object).sorted { $0.key < $1.key }
  }

  /// The numbers of the steps, each once, in order.
  static func steps(_ clashes: [Clash]) -> [Int] { Set(clashes.flatMap { [$0.first, $0.second] }).sorted() }
}
