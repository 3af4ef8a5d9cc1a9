/// Which steps of a run are shown.
///
/// A step has to meet every condition that is given; of a condition's several values it has to meet one. The result is a
/// trace of its own, with the step numbers, depths and names of the whole run. A step whose enclosing call is left out
/// stands under the nearest call that is not, unless ``keepsEnclosing`` keeps those calls too.
///
///     var filter = TraceFilter()
///     filter.objects = [WildcardPattern("Map*")]
///     filter.apply(to: run).trace.steps.map(\.number)
///     // Result: [1, 2, 5, 12, 13]
public struct TraceFilter: Equatable, Sendable {
  /// The kinds of calls; empty for all.
  public var kinds: Set<StepKind> = []
  /// The kinds of events that a step carries; empty for all steps.
  public var events: Set<EventKind> = []
  /// The object that was called: a name with `#` (`MapSink#2`), a type (`Map*`), a type in full (`MapSink<Int, *`).
  public var objects: [WildcardPattern] = []
  /// A thread's number, its name, or the label of the dispatch queue that it works for.
  public var threads: [WildcardPattern] = []
  /// How many calls enclose the step.
  public var depths: [NumberRange] = []
  /// The step's number in the run, from 1.
  public var steps: [NumberRange] = []
  /// Texts of which the value's text contains one.
  public var values: [String] = []
  /// The file, or `file:line`, that made the call or the call's object.
  public var sources: [WildcardPattern] = []
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

  /// The part of a trace that passes.
  public func apply(to trace: Trace) -> Trace { apply(to: LocatedTrace(trace: trace)).trace }

  /// The part of a run that passes.
  public func apply(to run: LocatedTrace) -> LocatedTrace {
    guard !isEmpty else { return run }
    var isKept = matches(run)
    if keepsEnclosing { Self.addEnclosing(to: &isKept, run.trace) }
    return run.part(isKept)
  }

  /// For each step of a run whether it passes.
  package func matches(_ run: LocatedTrace) -> [Bool] {
    let matcher = StepMatcher(self, run)
    return run.trace.steps.map(matcher.matches)
  }

  /// Whether it has conditions about the engine's calls: their kinds or depths.
  var asksForCalls: Bool { !kinds.isEmpty || !depths.isEmpty || keepsEnclosing }

  /// From the last step to the first, because the calls that enclose or cause a step come before it.
  private static func addEnclosing(to isKept: inout [Bool], _ trace: Trace) {
    for step in trace.steps.reversed() where isKept[step.index] {
      if let parent = step.parent { isKept[parent] = true }
      if let cause = step.cause { isKept[cause] = true }
    }
  }
}

/// Compares steps with a filter; conditions about an object are evaluated once for the object.
private struct StepMatcher {
  private let filter: TraceFilter
  private let run: LocatedTrace
  private let objectMatches: [Bool]
  private let originMatches: [Bool]

  init(_ filter: TraceFilter, _ run: LocatedTrace) {
    self.filter = filter
    self.run = run
    objectMatches = run.trace.objects.map { object in filter.objects.contains { $0.matches(object) } }
    originMatches = run.trace.objects.map { object in
      run.origins[object.id].map { origin in filter.sources.contains { $0.matches(origin) } } ?? false
    }
  }

  func matches(_ step: Step) -> Bool {
    matchesCall(step) && matchesPlace(step) && matchesEvent(step)
  }

  private func matchesCall(_ step: Step) -> Bool {
    let isObject = filter.objects.isEmpty || (step.object.map { objectMatches[$0] } ?? false)
    return isObject && (filter.kinds.isEmpty || filter.kinds.contains(step.kind)) && matchesSource(step)
  }

  private func matchesSource(_ step: Step) -> Bool {
    guard !filter.sources.isEmpty else { return true }
    if let object = step.object, originMatches[object] { return true }
    return step.site.map { site in filter.sources.contains { $0.matches(site) } } ?? false
  }

  private func matchesPlace(_ step: Step) -> Bool {
    let isInside = { (ranges: [NumberRange], number: Int) in
      ranges.isEmpty || ranges.contains { $0.contains(number) }
    }
    return isInside(filter.steps, step.number) && isInside(filter.depths, step.depth) && matchesThread(step)
  }

  private func matchesThread(_ step: Step) -> Bool {
    guard !filter.threads.isEmpty else { return true }
    let thread = run.trace.threads[step.thread]
    return filter.threads.contains { pattern in
      pattern.text == "\(thread.ordinal)" || pattern.matches(thread.name) || pattern.matches(step.queue ?? "")
    }
  }

  private func matchesEvent(_ step: Step) -> Bool {
    if filter.onlyErrors && step.event != .error { return false }
    if !filter.events.isEmpty && !(step.event.map(filter.events.contains) ?? false) { return false }
    guard !filter.values.isEmpty else { return true }
    return step.value.map { value in filter.values.contains { value.text.contains($0) } } ?? false
  }
}

extension WildcardPattern {
  fileprivate func matches(_ object: TracedObject) -> Bool {
    text.contains("#") ? matches(object.name) : matches(object.typeName) || matches(object.fullTypeName)
  }

  /// `Map.swift`, `Map.swift:42`, `Rx/*`.
  fileprivate func matches(_ line: SourceLine) -> Bool {
    let name = line.file.split(separator: "/").last ?? ""
    return matches(name) || matches("\(name):\(line.line)") || matches(line.file) || matches(line.description)
  }
}
