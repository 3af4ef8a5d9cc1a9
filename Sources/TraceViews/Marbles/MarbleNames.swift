import RxTrace

/// The names of a marble diagram's rows: those of the program's source, or those of classes.
struct MarbleNames {
  private let run: LocatedTrace
  private let names: ProgramNames?
  /// For each sequence that an operator made from its events, such as a window or a group, the operator.
  private let makers: [ObjectID: ObjectID]

  private var trace: Trace { run.trace }

  init(_ run: LocatedTrace, _ names: ProgramNames?) {
    self.run = run
    self.names = names
    makers = names.map { Self.makers(run.trace, $0) } ?? [:]
  }

  /// Finds the operators that made sequences. A subject that no line of the program made belongs to the operator that
  /// gives it its first event, and so does a sequence that gets its events from such a subject.
  private static func makers(_ trace: Trace, _ names: ProgramNames) -> [ObjectID: ObjectID] {
    var makers: [ObjectID: ObjectID] = [:]
    var unknown = Set(trace.objects.lazy.filter { $0.role == .subject && names.place(of: $0.id) == nil }.map(\.id))
    for step in trace.steps where !unknown.isEmpty && step.kind == .on {
      guard let subject = step.object, unknown.remove(subject) != nil else { continue }
      var outer = step.parent.map { trace.steps[$0] }
      while let call = outer, call.object.map({ trace.objects[$0].role }) != .sink {
        outer = call.parent.map { trace.steps[$0] }
      }
      makers[subject] = outer?.object
    }
    guard !makers.isEmpty else { return [:] }
    for object in trace.objects where object.role == .observable && names.place(of: object.id) == nil {
      if let maker = object.links.lazy.compactMap({ makers[$0.target] }).first { makers[object.id] = maker }
    }
    return makers
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

  private func name(_ object: ObjectID) -> String {
    guard let names else { return trace.name(of: object) }
    return makers[object] == nil ? names.name(of: object) : "\(kindName(object)) #\(trace.objects[object].ordinal)"
  }

  private func kindName(_ object: ObjectID) -> String {
    guard let names else { return trace.objects[object].typeName }
    if let maker = makers[object] { return names.label(of: maker) }
    return names.label(of: object) + (names.place(of: object).map { " (\($0.shortDescription))" } ?? "")
  }
}
