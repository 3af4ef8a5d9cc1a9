/// The virtual time of each step of a run that has one: the time on the clock of a scheduler such as a `TestScheduler`.
/// ``VirtualClocks`` says which steps have one.
package struct VirtualTimes: Sendable {
  package struct Moment: Equatable, Sendable {
    package var scheduler: ObjectID
    /// The time as it was recorded: `250`, `2001-01-01 00:00:00 +0000`.
    package var text: String
    /// The time in ticks; nil for a clock that counts in something else.
    package var ticks: Int? { Int(text) }
    /// The time as a number; nil for a clock that has dates.
    package var number: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
  }

  /// A virtual time, or none, from a step on.
  private struct Change {
    var step: Int
    var moment: Moment?
  }

  /// For each thread where its virtual time changes.
  private var changes: [[Change]] = []

  package init() {}

  /// The virtual times of a whole run in memory.
  package init(_ trace: Trace) {
    var clocks = VirtualClocks()
    for step in trace.steps {
      let (parent, cause) = (step.parent.map { trace.steps[$0].number }, step.cause.map { trace.steps[$0].number })
      let text = step.kind == .schedule ? step.value?.text : nil
      let moment = clocks.take(
        step.kind, step.number, step.object, step.thread, parent: parent, cause: cause, text)
      take(moment, number: step.number, thread: step.thread)
    }
  }

  /// The virtual times of a trace file.
  /// - Parameter part: what was read of the file, which has other numbers for its objects.
  /// - Throws: ``TraceError``
  package init(ofFileAt path: String, for part: Trace) throws {
    let stream = try StepStream(path: path)
    let schedulers = part.objects.lazy.filter { $0.role == .scheduler }
    let ids = Dictionary(schedulers.map { ($0.name, $0.id) }) { first, _ in first }
    var clocks = VirtualClocks()
    while try stream.advance() {
      var moment = clocks.take(stream.step)
      if let scheduler = moment?.scheduler { moment?.scheduler = ids[stream.object(scheduler).name] ?? scheduler }
      take(moment, number: stream.step.number, thread: stream.step.thread)
    }
  }

  /// Takes the virtual time of the next step of the run.
  mutating func take(_ moment: Moment?, number: Int, thread: Int) {
    while changes.count <= thread { changes.append([]) }
    if changes[thread].last?.moment != moment { changes[thread].append(Change(step: number, moment: moment)) }
  }

  /// Whether no step has a virtual time.
  package var isEmpty: Bool { changes.allSatisfy(\.isEmpty) }

  /// Whether no step has a virtual time that is a number.
  package var hasNoNumbers: Bool { !changes.joined().contains { $0.moment?.number != nil } }

  /// The virtual time of a step; nil if it has none.
  /// - Parameter step: one of the run, or of a part of the run that keeps the numbers of its steps.
  package func time(of step: Step) -> Moment? { time(ofStep: step.number, thread: step.thread) }

  package func time(ofStep number: Int, thread: Int) -> Moment? {
    guard thread < changes.count, !changes[thread].isEmpty else { return nil }
    let next = changes[thread].partitioningIndex { $0.step > number }
    return next > 0 ? changes[thread][next - 1].moment : nil
  }
}
