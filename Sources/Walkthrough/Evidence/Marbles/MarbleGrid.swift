import PipelineRunning
import RxTrace

extension MarbleProgram {
  /// The most runs of a program for one page, without and with values that readers can change.
  static let mostRuns = 8000
  static let mostRunsWithHandles = 24_000

  /// The grids on which the inputs' marbles can be arranged, the largest first; none for a program that takes no inputs
  /// and has no handles.
  ///
  /// The largest has the elements and the ticks of the program's own diagrams, if that is few enough runs.
  func grids(with handles: [ArrangementHandle] = []) -> [ArrangementGrid] {
    let lines = inputs.map { MarbleLine($0.diagram) }
    guard takesArguments, !inputs.isEmpty || !handles.isEmpty, !isConcurrent, lines.allSatisfy({ $0 != nil })
    else { return [] }
    let lanes = zip(inputs, lines).map { input, line in
      let events = line!.events
      let elements = events.filter { $0.event == .next }
      let names = elements.map(\.text)
      let end = events.last { $0.event != .next }
      let isOnGrid = zip(elements, elements.dropFirst()).allSatisfy { $0.tick < $1.tick }
      let last = max(events.last?.tick ?? 0, names.count + 1)
      return ArrangementGrid.Lane(
        isHot: input.isHot, sequence: input.sequence, names: names, ticks: max(last - (input.isHot ? 1 : 0), 3),
        hasFreeEnd: true, hasErrors: true,
        // A grid cannot have two elements in one tick.
        recorded: isOnGrid ? .init(places: elements.map(\.tick), end: end?.tick, isError: end?.event == .error) : nil)
    }
    let most = handles.isEmpty ? Self.mostRuns : Self.mostRunsWithHandles / handles.combinations
    return ArrangementGrid.candidates(for: lanes, limit: most)
  }
}
