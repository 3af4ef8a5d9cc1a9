/// The names and lines by which a filter knows the objects and calls of a run.
///
/// An operator is several objects: the observable that the program made, a sink for each subscription, perhaps
/// observers of further inputs. Each of these objects also has the names of the objects that it belongs to.
struct FilterNames {
  private let run: LocatedTrace
  private let names: ProgramNames

  init(_ run: LocatedTrace) {
    self.run = run
    names = run.programNames
  }

  /// The object, the sink that it is a part of, and the observable that made the sink.
  private func family(of object: ObjectID) -> [ObjectID] {
    let objects = run.trace.objects
    var family = [object]
    if objects[object].role != .disposable,
      let sink = objects[object].links.first(where: { $0.role == .owner })?.target, sink != object
    {
      family.append(sink)
    }
    let owner = names.owner(of: family.last ?? object)
    return family.contains(owner) ? family : family + [owner]
  }

  /// Whether a pattern matches a name of an object, or of an object that it belongs to.
  func matches(_ pattern: WildcardPattern, _ object: ObjectID) -> Bool {
    family(of: object).contains { member in
      let object = run.trace.objects[member]
      if pattern.text.contains("#") { return pattern.matches(object.name) }
      return pattern.matches(object.typeName) || pattern.matches(object.fullTypeName)
        || pattern.matches(names.label(of: member)) || pattern.matches(names.name(of: member))
        || names.chainVariable(of: member).map { pattern.matches($0) } ?? false
    }
  }

  /// The engine's line that made the call, the program's line that did, and the lines that made the object.
  func lines(of step: Step) -> [SourceLine] {
    [step.site, names.directCaller(of: step)?.line].compactMap(\.self) + (step.object.map(lines) ?? [])
  }

  /// The lines that made an object and the objects that it belongs to.
  func lines(of object: ObjectID) -> [SourceLine] {
    family(of: object).compactMap { names.place(of: $0) ?? run.origins[$0] }
  }

  // MARK: Pipelines

  private func matches(_ pattern: StagePattern, _ object: ObjectID) -> Bool {
    if let name = pattern.name, !matches(name, object) { return false }
    guard let place = pattern.place else { return true }
    return family(of: object).contains { names.place(of: $0).map(place.matches) ?? false }
  }

  /// Whether the stage of each object is one that the patterns name, or is upstream or downstream of one.
  func isInPipeline(of patterns: Set<StagePattern>, _ links: StageLinks, _ count: Int) -> [Bool] {
    let named = (0..<count).filter { object in patterns.contains { matches($0, object) } }
    let stages = links.pipeline(of: named.map(links.stage))
    return (0..<count).map { stages.contains(links.stage(of: $0)) }
  }

  // MARK: Lines

  /// The number of the first step of a line of the program.
  ///
  /// A step belongs to a line that makes its call, or that called, directly or not, the function that makes it. A step
  /// that enters a closure also belongs to the closure's line. If a line only makes observables or subjects, its first
  /// step is the first one after them.
  func firstStep(at line: WildcardPattern) -> Int? {
    let passes = linesOfStacks.map { $0.contains(where: line.matches) }
    let first = run.trace.steps.first { step in
      step.callStack.map { passes[$0] } ?? false || names.closureLine(of: step).map(line.matches) ?? false
    }
    if let first { return first.number }
    let made = run.trace.objects.lazy.filter { $0.callStack.map { passes[$0] } ?? false }.map(\.knownSince).min()
    return made.flatMap { time in run.trace.steps.first { $0.time >= time }?.number }
  }

  /// The lines of each call stack in the program's own source.
  private var linesOfStacks: [[SourceLine]] {
    run.trace.callStacks.map { stack -> [SourceLine] in
      stack.flatMap { run.frames[$0] ?? [] }.filter { $0.owner == .program }.compactMap(\.line)
    }
  }

  /// The lines that have a first step.
  private var linesOfSteps: Set<SourceLine> {
    let stacks = linesOfStacks
    let steps = run.trace.steps.compactMap(\.callStack) + run.trace.objects.compactMap(\.callStack)
    return Set(Set(steps).flatMap { stacks[$0] } + run.trace.steps.compactMap(names.closureLine))
  }

  /// `; nearest: main.swift:8, main.swift:14`: the lines with a step before and after a line in its file, or else the
  /// line whose name is most similar.
  private func nearest(to pattern: WildcardPattern) -> String {
    let known = linesOfSteps
    guard let colon = pattern.text.lastIndex(of: ":"), let number = Int(pattern.text[colon...].dropFirst()) else {
      return ""
    }
    let file = WildcardPattern(String(pattern.text[..<colon]))
    let lines = known.filter(file.matches).sorted { $0.line < $1.line }
    let near = [lines.last { $0.line < number }, lines.first { $0.line > number }].compactMap(\.?.shortDescription)
    guard !near.isEmpty else { return suggestion(for: pattern, among: Set(known.map(\.shortDescription))) }
    return "; nearest: " + near.map(ShownText.printable).joined(separator: ", ")
  }

  // MARK: Names that match nothing

  /// A message about the first wanted object or source that the run does not have; nil if it has them all.
  func complaint(about filter: TraceFilter) -> String? {
    if let complaint = complaintAboutNames(filter) ?? complaint(about: filter.pipelines) { return complaint }
    if let line = filter.firstLine, firstStep(at: line) == nil {
      return "no step was made in \(ShownText.printable(line.text))\(nearest(to: line))"
    }
    return complaint(about: filter.sources) { Set(run.trace.steps.flatMap { lines(of: $0) }) }
  }

  /// A message about the first wanted object or source that the run lacks, regardless of its steps; nil if none.
  func complaint(aboutObjects filter: TraceFilter) -> String? {
    if let complaint = complaintAboutNames(filter) ?? complaint(about: filter.pipelines) { return complaint }
    return complaint(about: filter.sources) { Set(run.trace.objects.indices.flatMap { lines(of: $0) }) }
  }

  private func complaintAboutNames(_ filter: TraceFilter) -> String? {
    for pattern in filter.objects.wanted.sorted(by: { $0.text < $1.text }) {
      guard !run.trace.objects.indices.contains(where: { matches(pattern, $0) }) else { continue }
      return
        "no object is called \(ShownText.printable(pattern.text))\(suggestion(for: pattern, among: objectNames(like: pattern)))"
    }
    return nil
  }

  private func complaint(about sources: FilterChoice<WildcardPattern>, _ lines: () -> Set<SourceLine>) -> String? {
    guard !sources.wanted.isEmpty else { return nil }
    let known = lines()
    for pattern in sources.wanted.sorted(by: { $0.text < $1.text }) where !known.contains(where: pattern.matches) {
      let files = Set(known.map(\.shortDescription))
      return
        "nothing was called or made in \(ShownText.printable(pattern.text))\(suggestion(for: pattern, among: files))"
    }
    return nil
  }

  private func complaint(about pipelines: Set<StagePattern>) -> String? {
    let objects = run.trace.objects.indices
    for pattern in pipelines.sorted(by: { $0.text < $1.text })
    where !objects.contains(where: { matches(pattern, $0) }) {
      let near = Nearest.names(to: pattern.text, among: Set(objects.compactMap { stageName(of: $0, like: pattern) }))
      let suggestion = near.isEmpty ? "" : "; nearest: \(near.map(ShownText.printable).joined(separator: ", "))"
      return "no stage is \(ShownText.printable(pattern.text))\(suggestion)"
    }
    return nil
  }

  /// The name of an object's stage, as detailed as a pattern: `map`, `search.swift:7` or `map search.swift:7`.
  private func stageName(of object: ObjectID, like pattern: StagePattern) -> String? {
    guard let place = names.place(of: object)?.shortDescription else { return nil }
    let name = pattern.name == nil ? nil : names.label(of: object)
    return [name, pattern.place == nil ? nil : place].compactMap(\.self).joined(separator: " ")
  }

  private func suggestion(for pattern: WildcardPattern, among names: Set<String>) -> String {
    guard names.count <= 10_000, let near = Nearest.name(to: pattern.text, among: names) else { return "" }
    return "; nearest: \(ShownText.printable(near))"
  }

  private func objectNames(like pattern: WildcardPattern) -> Set<String> {
    let objects = run.trace.objects
    if pattern.text.contains("#") { return Set(objects.map(\.name)) }
    let variables = objects.indices.compactMap { names.chainVariable(of: $0) }
    return Set(objects.map(\.typeName) + objects.indices.map { names.label(of: $0) } + variables)
  }
}

extension WildcardPattern {
  /// `Map.swift`, `Map.swift:42`, `Rx/*`, `Sources/App/a.swift`. A pattern matches the end of a path, from the
  /// beginning of a folder's or the file's name on.
  func matches(_ line: SourceLine) -> Bool {
    var end = line.file[...]
    while true {
      if matches(end) || matches("\(end):\(line.line)") { return true }
      guard let slash = end.firstIndex(of: "/") else { return false }
      end = end[end.index(after: slash)...]
    }
  }
}
