/// Which steps of a run are shown.
///
/// A step has to meet every condition that is given; of a condition's several values it has to meet one. The result is a
/// trace of its own, with the step numbers, depths and names of the whole run. A step whose enclosing call is left out
/// is shown under the nearest call that is kept, unless ``keepsEnclosing`` keeps all enclosing calls.
///
///     var filter = TraceFilter()
///     filter.objects.wanted = [WildcardPattern("Map*")]
///     filter.apply(to: run).trace.steps.map(\.number)
///     // Result: [1, 2, 5, 12, 13]
public struct TraceFilter: Equatable, Sendable {
  /// The kinds of calls.
  public var kinds = FilterChoice<StepKind>()
  /// The kinds of events that a step carries.
  public var events = FilterChoice<EventKind>()
  /// The object that was called: a name with `#` (`MapSink#2`), a type (`Map*`), a type in full (`MapSink<Int, *`), or
  /// its name in the program: `cart`, `map`, `map (search.swift:7)`. The parts of an operator count as the operator.
  public var objects = FilterChoice<WildcardPattern>()
  /// A thread's number, its name, or the label of the dispatch queue that it works for.
  public var threads = FilterChoice<WildcardPattern>()
  /// How many calls enclose the step.
  public var depths: [NumberRange] = []
  /// The step's number in the run, from 1.
  public var steps: [NumberRange] = []
  /// Texts of which the value's text contains one.
  public var values: [String] = []
  /// The file, or `file:line`, that made the call or the call's object; the file may be given with folders.
  public var sources = FilterChoice<WildcardPattern>()
  /// Stages of which the pipelines pass: all that leads to them, and all that they lead to.
  public var pipelines: Set<StagePattern> = []
  /// When a step happened, in nanoseconds since the recording started.
  public var times: ClosedRange<UInt64> = 0...UInt64.max
  /// When a step happened on the clock of a scheduler that has one of its own, such as a `TestScheduler`; nil for any time.
  public var virtualTimes: ClosedRange<Double>?
  /// The line, as `file:line`, from whose first step on steps pass; nil for the beginning of the run. Steps of a line are
  /// those that it makes itself or through what it calls, and those of its closures.
  public var firstLine: WildcardPattern?
  /// Whether only steps that carry an error pass.
  public var onlyErrors = false
  /// Whether the calls around each step are kept as well, and the `schedule` that a scheduled action comes from.
  public var keepsEnclosing = false

  public init() {}

  /// Whether every step passes.
  public var isEmpty: Bool {
    var conditions = self
    conditions.keepsEnclosing = false
    return conditions == TraceFilter()
  }

  /// A message about an object or a source file that is asked for and that the run does not have, with a name like it; nil
  /// if it has them all.
  public func complaint(about run: LocatedTrace) -> String? {
    if virtualTimes != nil, run.virtualTimes.hasNoNumbers {
      return "no step has a virtual time; --from and --to take a number and its unit: \(Self.exampleTimes)"
    }
    let hasNames = !objects.wanted.isEmpty || !sources.wanted.isEmpty || !pipelines.isEmpty || firstLine != nil
    guard hasNames, !run.trace.steps.isEmpty else { return nil }
    return FilterNames(run).complaint(about: self)
  }

  /// The part of a trace that passes.
  public func apply(to trace: Trace) -> Trace { apply(to: LocatedTrace(trace: trace)).trace }

  /// The part of a run that passes.
  public func apply(to run: LocatedTrace) -> LocatedTrace {
    guard !isEmpty else { return run }
    var isKept = matches(run)
    if keepsEnclosing { Self.addEnclosing(to: &isKept, run.trace) }
    return run.part(isKept)
  }

  /// Whether each step of a run passes.
  package func matches(_ run: LocatedTrace) -> [Bool] {
    let matcher = StepMatcher(self, run)
    return run.trace.steps.map(matcher.matches)
  }

  /// Whether the filter has conditions about the engine's calls: their kinds or depths.
  package var asksForCalls: Bool { !kinds.isEmpty || !depths.isEmpty || keepsEnclosing }

  /// Adds the calls around kept steps. The loop runs backwards, because calls that enclose or cause a step precede it.
  private static func addEnclosing(to isKept: inout [Bool], _ trace: Trace) {
    for step in trace.steps.reversed() where isKept[step.index] {
      if let parent = step.parent { isKept[parent] = true }
      if let cause = step.cause { isKept[cause] = true }
    }
  }
}

/// The values of a condition: those of which a step has to meet one, and those of which it may meet none.
public struct FilterChoice<Value: Hashable & Sendable>: Equatable, Sendable {
  /// Empty for all.
  public var wanted: Set<Value> = []
  public var unwanted: Set<Value> = []

  public init() {}

  var isEmpty: Bool { wanted.isEmpty && unwanted.isEmpty }

  /// - Parameter meets: whether the step meets one of the values.
  func admits(_ meets: (Value) -> Bool) -> Bool {
    (wanted.isEmpty || wanted.contains(where: meets)) && !unwanted.contains(where: meets)
  }
}

/// Compares steps with a filter; conditions about an object are evaluated once for the object.
private struct StepMatcher {
  private let filter: TraceFilter
  private let run: LocatedTrace
  private let names: FilterNames?
  private let objectMatches: [Bool]
  /// Whether each object's stage is in a pipeline that is asked for; nil if no pipeline is asked for.
  private let isInPipeline: [Bool]?
  /// The number of the first step of ``TraceFilter/firstLine``.
  private let first: Int
  /// The virtual times of the run; nil if the filter asks for none.
  private let virtualTimes: VirtualTimes?

  init(_ filter: TraceFilter, _ run: LocatedTrace) {
    self.filter = filter
    self.run = run
    let names = filter.objects.isEmpty && filter.sources.isEmpty ? nil : FilterNames(run)
    self.names = names
    isInPipeline =
      filter.pipelines.isEmpty
      ? nil : FilterNames(run).isInPipeline(of: filter.pipelines, StageLinks(run.trace), run.trace.objects.count)
    first = filter.firstLine.map { FilterNames(run).firstStep(at: $0) ?? .max } ?? 0
    virtualTimes = filter.virtualTimes == nil ? nil : run.virtualTimes
    objectMatches = run.trace.objects.indices.map { object in
      names.map { names in filter.objects.admits { names.matches($0, object) } } ?? true
    }
  }

  func matches(_ step: Step) -> Bool {
    matchesCall(step) && matchesPlace(step) && matchesEvent(step)
  }

  private func matchesCall(_ step: Step) -> Bool {
    let isObject = step.object.map { objectMatches[$0] } ?? filter.objects.wanted.isEmpty
    return isObject && matchesPipeline(step) && filter.kinds.admits { $0 == step.kind } && matchesSource(step)
  }

  /// Both ends of a subscription or a delivery must match, because a stage may belong to other pipelines too.
  private func matchesPipeline(_ step: Step) -> Bool {
    guard let isInPipeline else { return true }
    guard let object = step.object, isInPipeline[object] else { return false }
    return step.other.map { isInPipeline[$0] } ?? true
  }

  private func matchesSource(_ step: Step) -> Bool {
    guard !filter.sources.isEmpty, let names else { return true }
    let lines = names.lines(of: step)
    return filter.sources.admits { pattern in lines.contains { pattern.matches($0) } }
  }

  private func matchesPlace(_ step: Step) -> Bool {
    let isInside = { (ranges: [NumberRange], number: Int) in
      ranges.isEmpty || ranges.contains { $0.contains(number) }
    }
    guard step.number >= first, matchesTime(step) else { return false }
    return isInside(filter.steps, step.number) && isInside(filter.depths, step.depth) && matchesThread(step)
  }

  private func matchesTime(_ step: Step) -> Bool {
    guard let range = filter.virtualTimes else { return filter.times.contains(step.time) }
    return virtualTimes?.time(of: step)?.number.map(range.contains) ?? false
  }

  private func matchesThread(_ step: Step) -> Bool {
    guard !filter.threads.isEmpty else { return true }
    let thread = run.trace.threads[step.thread]
    return filter.threads.admits { pattern in
      pattern.text == "\(thread.ordinal)" || pattern.matches(thread.name) || pattern.matches(step.queue ?? "")
    }
  }

  private func matchesEvent(_ step: Step) -> Bool {
    if filter.onlyErrors && step.event != .error { return false }
    guard filter.events.admits({ $0 == step.event }) else { return false }
    guard !filter.values.isEmpty else { return true }
    return step.value.map { value in filter.values.contains { value.text.contains($0) } } ?? false
  }
}
