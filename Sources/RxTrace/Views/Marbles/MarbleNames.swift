/// The names of a marble diagram's rows: those of the program's source, or those of classes.
struct MarbleNames {
  private let run: LocatedTrace
  private let names: ProgramNames?

  private var trace: Trace { run.trace }

  init(_ run: LocatedTrace, _ names: ProgramNames?) {
    self.run = run
    self.names = names
  }

  /// - Parameter isShared: whether the row has the events of several observables, so that their number says nothing.
  func row(_ candidate: MarbleRows.Candidate, _ group: Int, isShared: Bool) -> MarbleChart.Row {
    let object = candidate.observable ?? candidate.receiver
    var row = MarbleChart.Row(
      name: isShared ? kindName(object) : name(object),
      receiver: candidate.observable == nil ? "" : isShared ? kindName(candidate.receiver) : name(candidate.receiver),
      origin: run.origins[object])
    row.group = group
    return row
  }

  /// Rows of one kind have the same name and feed receivers of the same name.
  func kind(_ candidate: MarbleRows.Candidate) -> String {
    let place = candidate.observable.flatMap { run.origins[$0]?.description } ?? ""
    return [kindName(candidate.observable ?? candidate.receiver), place, kindName(candidate.receiver)]
      .joined(separator: "\n")
  }

  private func name(_ object: ObjectID) -> String { names?.name(of: object) ?? trace.name(of: object) }

  private func kindName(_ object: ObjectID) -> String {
    guard let names else { return trace.objects[object].typeName }
    return names.label(of: object) + (names.place(of: object).map { " (\($0.shortDescription))" } ?? "")
  }
}
