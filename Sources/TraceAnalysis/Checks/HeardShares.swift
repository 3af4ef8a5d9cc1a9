import RxTrace

/// The shared sequences that have received an element. Only the observers at that time get it.
struct HeardShares {
  private var shares: Set<ObjectID> = []

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    guard case .arrived(.next, let object) = event, let share = run.runs[object].connection else { return }
    shares.insert(share)
  }

  /// The remedy that the change makes, in words.
  func remedy(for source: ObjectID, _ names: FindingNames) -> String {
    "Let \(names.name(source)) keep its latest element for those who subscribe later: `share(replay: 1)`."
  }

  /// The change that lets an input have the element that its source, a `share()`, had received before; nil for other sources.
  func change(for source: ObjectID?, _ names: FindingNames) -> Finding.Change? {
    guard let source, shares.contains(source), let change = names.change(.replayLatest, at: source),
      change.name == "share"
    else { return nil }
    return change
  }
}
