import RxTrace

/// Finds the code that a recorded step executes.
struct StepCode {
  let index: SourceIndex
  let trace: Trace
  /// The position of the pipeline's own file in the index.
  let pipelineFile: Int
  let program: LazyValue<ProgramNames>

  /// The method that a step runs: looked up from its object's type upwards.
  func declaration(of step: Step) -> Declaration? {
    guard let object = step.object else { return nil }
    let types = index.ancestry(of: trace.objects[object].typeName)
    let candidates = StepMethods.names(of: step).flatMap { name in
      types.flatMap { type in
        index.members(of: type.qualifiedName).filter { $0.name == name || $0.baseName == name }
      }
    }
    // Overloads share a name, so the overload that made one of the calls is the one that ran.
    return candidates.first { isCaller($0, in: step) } ?? receiver(of: step, among: types)
      ?? candidates.first(where: \.hasBody) ?? candidates.first
  }

  /// The method that takes an event instead of `on(_:)`, as a subject's `onNext` does.
  private func receiver(of step: Step, among types: [Declaration]) -> Declaration? {
    guard step.kind == .on else { return nil }
    let names = [StepMethods.names(of: step).first, StepMethods.convenienceName(for: step.event)].compactMap { $0 }
    return types.lazy.filter { $0.kind == .class }.flatMap { index.members(of: $0.qualifiedName) }
      .first { names.contains($0.name) && $0.hasBody }
  }

  private func isCaller(_ declaration: Declaration, in step: Step) -> Bool {
    trace.children(of: step.index).contains { child in
      child.site.map { index.file(for: $0.file) == declaration.file && declaration.lines.contains($0.line) } ?? false
    }
  }

  /// The code of a step, in which the lines that made the step's calls are highlighted.
  func excerpt(of step: Step) -> Excerpt? {
    switch step.kind {
    case .output: return nil
    case .closure: return closureExcerpt(of: step)
    default: break
    }
    let found = step.kind == .scheduledAction ? enclosingDeclaration(of: step) : declaration(of: step)
    guard let declaration = found else { return nil }
    var excerpt = Excerpt(file: declaration.file, lines: declaration.lines)
    excerpt.lit = litLines(of: step, within: excerpt)
    return excerpt
  }

  /// The first lines of the methods of a file that the run entered, and the lines of the calls that they made.
  func executedLines(ofFileNamed name: String) -> Set<Int> {
    var lines: Set<Int> = []
    for step in trace.steps {
      if let site = step.site, let file = index.file(for: site.file), index.files[file].name == name {
        lines.insert(member(around: site).map { working(site.line, in: file, $0.lines, for: step) } ?? site.line)
        if let member = member(around: site) { lines.insert(member.lines.lowerBound) }
      }
      if let excerpt = excerpt(of: step), index.files[excerpt.file].name == name, step.kind != .closure {
        lines.formUnion(excerpt.lit)
        lines.insert(excerpt.lines.lowerBound)
      }
    }
    guard let file = index.files.first(where: { $0.name == name }) else { return lines }
    return lines.filter { !file.hooks.isHook($0) }
  }

  /// The declaration around a step's first call, because an action has no name to look up.
  private func enclosingDeclaration(of step: Step) -> Declaration? {
    trace.children(of: step.index).lazy.compactMap(\.site).first.flatMap(member)
  }

  private func member(around site: SourceLine) -> Declaration? {
    guard let file = index.file(for: site.file) else { return nil }
    return index.declarations(inFile: file).last { !$0.kind.isType && $0.lines.contains(site.line) }
  }

  private func litLines(of step: Step, within excerpt: Excerpt) -> Set<Int> {
    var lit: Set<Int> = []
    for child in trace.children(of: step.index) {
      if let line = line(calling: child, within: excerpt) { lit.insert(line) }
    }
    return lit
  }

  /// The line of a step's excerpt that led to a later step: the step's own call, or a call that encloses the later
  /// step.
  func line(leadingTo later: Step, from step: Step, within excerpt: Excerpt) -> Int? {
    var call = later
    while let parent = call.parent, parent != step.index { call = trace.steps[parent] }
    guard call.parent == step.index else { return nil }
    if step.kind != .closure { return line(calling: call, within: excerpt) }
    let spelling = StepMethods.convenience(for: call.event)
    let spelt = excerpt.lit.filter { index.files[excerpt.file].texts[$0 - 1].contains(spelling) }
    return spelt.count == 1 && call.kind == .on ? spelt.first : nil
  }

  private func line(calling child: Step, within excerpt: Excerpt) -> Int? {
    guard child.kind != .output else { return nil }
    if let site = child.site, index.file(for: site.file) == excerpt.file, excerpt.lines.contains(site.line) {
      return working(site.line, in: excerpt.file, excerpt.lines, for: child)
    }
    return callingLine(spelled: spellings(of: child), in: excerpt.file, excerpt.lines)
  }

  /// The line that does the work of a call which was recorded on a line that may be a hook's: the line itself, one of
  /// the lines that the hook surrounds, or another line of the method that spells the call.
  /// - Returns: the line itself if there is no other.
  private func working(_ line: Int, in file: Int, _ lines: ClosedRange<Int>, for child: Step) -> Int {
    let hooks = index.files[file].hooks
    guard hooks.isHook(line) || hooks.work[line] != nil else { return line }
    let names = ownNames(of: child)
    if let work = hooks.work[line], !hooks.isHook(line) {
      // `let made = Tracing.call(.run) {`: the line above the work keeps the result of the work.
      let inner = work.lines.clamped(to: lines).filter { !hooks.isHook($0) }
      return inner.first { line in names.contains { index.files[file].work(ofLine: line).spells($0) } } ?? line
    }
    if let work = hooks.work[line] {
      let inner = work.lines.clamped(to: lines).filter { !hooks.isHook($0) }
      let spelt = inner.first { line in names.contains { index.files[file].work(ofLine: line).spells($0) } }
      if let found = spelt ?? inner.first { return found }
    }
    return callingLine(spelled: names, in: file, lines) ?? line
  }

  /// The spellings in an excerpt of a call that was made elsewhere: the name of the unrecorded method that makes it.
  /// For a hook's own method, these are the calls that the hook surrounds. There are none if the calling method is not
  /// known.
  private func spellings(of child: Step) -> [String] {
    guard let site = child.site else { return ownNames(of: child) }
    guard let member = member(around: site) else { return [] }
    let hooks = index.files[member.file].hooks
    guard hooks.isHook(member.lines.lowerBound) else { return [member.baseName + "("] }
    return (hooks.work[site.line]?.calls ?? []).flatMap { ["\($0)(", "\($0)?("] } + ownNames(of: child)
  }

  private func ownNames(of step: Step) -> [String] {
    StepMethods.names(of: step).map { name in name.hasSuffix(":)") ? String(name.prefix { $0 != ":" }) : name }
  }

  /// The first line of a method that spells a call, apart from hooks.
  private func callingLine(spelled spellings: [String], in file: Int, _ lines: ClosedRange<Int>) -> Int? {
    let file = index.files[file]
    // The method's declaring line, which attributes may precede, may spell a call of the same name.
    let lines = lines.count > 1 ? Array(lines.dropFirst()) : Array(lines)
    for spelling in spellings {
      let calling = lines.first { line in
        !file.hooks.isHook(line) && file.work(ofLine: line).spells(spelling)
          && !file.texts[line - 1].contains("func \(spelling)")
      }
      if let calling { return calling }
    }
    return nil
  }

  /// The most lines of a file that is shown even if it is not known which of them ran.
  private static let shortFile = 40

  /// The whole pipeline with the step's closure highlighted: the lines that send its events, or else all of its lines.
  private func closureExcerpt(of step: Step) -> Excerpt? {
    let count = index.files[pipelineFile].texts.count
    guard count > 0 else { return nil }
    var excerpt = Excerpt(file: pipelineFile, lines: 1...count)
    guard let closure = closure(of: step) else { return count <= Self.shortFile ? excerpt : nil }
    excerpt.lit = sendingLines(of: step, within: closure.lines) ?? Set(closure.lines)
    return excerpt
  }

  /// The lines of a closure that send the recorded events inside; nil if the text does not tell which lines do.
  private func sendingLines(of step: Step, within lines: ClosedRange<Int>) -> Set<Int>? {
    var sending: Set<Int> = []
    let events = Dictionary(grouping: trace.children(of: step.index).filter { $0.kind == .on }, by: \.event)
    for (event, children) in events {
      let spelling = StepMethods.convenience(for: event)
      let spelt = lines.filter { index.files[pipelineFile].texts[$0 - 1].contains(spelling) }
      guard spelt.count == children.count || spelt.count == 1 else { return nil }
      sending.formUnion(spelt)
    }
    return sending.isEmpty ? nil : sending
  }

  /// The one closure of the pipeline that a step can have entered; nil if several could be meant.
  private func closure(of step: Step) -> WrittenClosure? {
    let object = trace.object(of: step)
    let role = object?.role
    let candidates = index.files[pipelineFile].closures.filter { closure in
      switch (step.event, role) {
      // An operator's sink is named after the operator: `MapSink` calls the closure of a `map`.
      case (.some, .sink): object.map { closure.belongs(toSink: $0.typeName) } ?? false
      case (.next, _): closure.takes(label: "onNext", callee: "subscribe")
      case (.error, _): closure.takes(label: "onError", callee: "subscribe")
      case (.completed, _): closure.takes(label: "onCompleted", callee: "subscribe")
      case (nil, .sink): closure.callee == "create" && closure.base != "Disposables"
      case (nil, .disposable):
        closure.label == "onDisposed" || closure.callee == "create" && closure.base == "Disposables"
      case (nil, _): false
      }
    }
    if candidates.count == 1 { return candidates[0] }
    let telling = candidates.filter { spells($0, whatCameOf: step) }
    return telling.count == 1 ? telling[0] : written(at: step, among: candidates)
  }

  /// The closure in the call that made the step's object: the first one that begins on the call's line or below.
  private func written(at step: Step, among candidates: [WrittenClosure]) -> WrittenClosure? {
    guard let call = step.object.flatMap({ program.value.call(of: $0) }), isOfPipeline(call.line) else { return nil }
    let name = call.callee?.baseName
    let known = candidates.isEmpty ? index.files[pipelineFile].closures.filter { $0.callee == name } : candidates
    return known.filter { $0.lines.lowerBound >= call.line.line }.min { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// Whether a line of the program is in the pipeline's own file.
  func isOfPipeline(_ line: SourceLine) -> Bool {
    let name = line.file.split(separator: "/").last.map(String.init)
    let file = index.files[pipelineFile]
    return name == file.fileName && file.texts.indices.contains(line.line - 1)
  }

  /// Whether the text of a closure contains everything that was printed and sent while it ran.
  private func spells(_ closure: WrittenClosure, whatCameOf step: Step) -> Bool {
    let text = closure.lines.map { index.files[pipelineFile].texts[$0 - 1] }.joined(separator: "\n")
    let results = trace.children(of: step.index).compactMap { child in
      child.kind == .output ? StepValue.printed(child) : child.value.map { StepValue.unquoted($0.text) }
    }
    return !results.isEmpty && results.allSatisfy(text.contains)
  }
}

extension WrittenClosure {
  /// Whether the closure was given to the operator whose sinks have this type.
  fileprivate func belongs(toSink type: String) -> Bool {
    !callee.isEmpty && type.lowercased().hasPrefix(callee.lowercased())
  }

  /// Whether the closure has the label, or has no label and goes to a method that takes all events.
  fileprivate func takes(label: String, callee: String) -> Bool {
    self.label == label || self.label == nil && self.callee == callee
  }
}
