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

  /// The time of a step in an answer's JSON, under the name `virtualTime`.
  package struct JSON: Encodable, Sendable {
    private let moment: Moment

    package init(_ moment: Moment) { self.moment = moment }

    /// A number, or the text of a clock that has dates.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let ticks = moment.ticks { return try container.encode(ticks) }
      if let number = moment.number { return try container.encode(number) }
      try container.encode(moment.text)
    }
  }

  /// A change to a virtual time, or to none, from a step on.
  private struct Change {
    var step: Int
    var moment: Moment?
  }

  /// The changes of the virtual time on each thread.
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
  /// - Parameter part: the part of the file that was read, whose objects have other numbers.
  /// - Throws: ``TraceError``
  package init(ofFileAt path: String, for part: Trace) throws {
    let stream = try StepStream(path: path)
    var clocks = VirtualClocks()
    var times = VirtualTimes()
    while try stream.advance() {
      times.take(clocks.take(stream.step), number: stream.step.number, thread: stream.step.thread)
    }
    self = times.of(part) { stream.object($0).name }
  }

  /// The virtual times for a part of the run, whose objects have other numbers.
  /// - Parameter name: gives the name of an object of the run.
  package func of(_ part: Trace, _ name: (ObjectID) -> String) -> VirtualTimes {
    let schedulers = part.objects.lazy.filter { $0.role == .scheduler }
    let ids = Dictionary(schedulers.map { ($0.name, $0.id) }) { first, _ in first }
    var times = self
    for thread in times.changes.indices {
      for place in times.changes[thread].indices {
        guard let scheduler = times.changes[thread][place].moment?.scheduler else { continue }
        times.changes[thread][place].moment!.scheduler = ids[name(scheduler)] ?? scheduler
      }
    }
    return times
  }

  /// Takes the virtual time of the next step of the run.
  package mutating func take(_ moment: Moment?, number: Int, thread: Int) {
    while changes.count <= thread { changes.append([]) }
    if changes[thread].last?.moment != moment { changes[thread].append(Change(step: number, moment: moment)) }
  }

  /// Whether no step has a virtual time.
  package var isEmpty: Bool { changes.allSatisfy(\.isEmpty) }

  /// Whether no step has a virtual time that is a number.
  package var hasNoNumbers: Bool { !changes.joined().contains { $0.moment?.number != nil } }

  /// The virtual time of a step; nil if it has none.
  /// - Parameter step: a step of the run, or of a part of the run that keeps the numbers of its steps.
  package func time(of step: Step) -> Moment? { time(ofStep: step.number, thread: step.thread) }

  package func time(ofStep number: Int, thread: Int) -> Moment? {
    guard thread < changes.count, !changes[thread].isEmpty else { return nil }
    let next = changes[thread].partitioningIndex { $0.step > number }
    return next > 0 ? changes[thread][next - 1].moment : nil
  }
}
