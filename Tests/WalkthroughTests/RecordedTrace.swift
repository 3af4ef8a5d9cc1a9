@testable import RxTrace

extension Trace {
  /// A trace out of lines such as a tree of calls has:
  ///
  ///     A.subscribe
  ///       ASink.on next 1 @2 ^Rx/Core.swift:12
  ///         output text
  ///
  /// Two spaces are one level; `@` gives the thread, `~` the queue, `^` the place of the call, `#` an ordinal.
  static func recorded(_ text: String) -> Trace {
    var recorder = TraceRecorder()
    for line in text.split(separator: "\n") { recorder.add(String(line)) }
    return recorder.trace
  }
}

private struct TraceRecorder {
  var trace = Trace()
  private let texts = StepTexts()
  private var open: [Int: [Int]] = [:]

  mutating func add(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let name = words[0].split(separator: ".", maxSplits: 1).map(String.init)
    var step = StreamedStep(
      number: trace.steps.count + 1, kind: StepKind(rawValue: name.last!)!, thread: thread(words),
      depth: line.prefix { $0 == " " }.count / 2)
    if name.count > 1 { step.object = object(name[0]) }
    if words.count > 1 { step.event = EventKind(rawValue: words[1]) }
    step.site = site(words).map { texts.add(site: StepTexts.Site(line: $0)) }
    step.parent = parent(of: step)
    let queue = words.first { $0.hasPrefix("~") }.map { texts.add(queue: String($0.dropFirst())) }
    trace.steps.append(Step(step, texts, value: value(of: step, words), queue: queue))
  }

  private func value(of step: StreamedStep, _ words: [String]) -> TracedValue? {
    if step.kind == .output { return TracedValue(text: words.dropFirst().joined(separator: " ") + "\n") }
    guard step.event != nil, words.count > 2, !"@^~".contains(words[2].first!) else { return nil }
    return TracedValue(text: words[2])
  }

  private mutating func thread(_ words: [String]) -> Int {
    let ordinal = words.first { $0.hasPrefix("@") }.map { Int($0.dropFirst())! } ?? 1
    while trace.threads.count < ordinal {
      trace.threads.append(TracedThread(ordinal: trace.threads.count + 1, name: ""))
    }
    return ordinal - 1
  }

  private func site(_ words: [String]) -> SourceLine? {
    guard let word = words.first(where: { $0.hasPrefix("^") }) else { return nil }
    let parts = word.dropFirst().split(separator: ":")
    return SourceLine(file: String(parts[0]), line: Int(parts[1])!)
  }

  private mutating func object(_ name: String) -> ObjectID {
    let parts = name.split(separator: "#").map(String.init)
    let ordinal = parts.count > 1 ? Int(parts[1])! : 1
    if let known = trace.objects.first(where: { $0.typeName == parts[0] && $0.ordinal == ordinal }) { return known.id }
    let id = trace.objects.count
    let role = parts[0].hasSuffix("Sink") ? TracedObject.Role.sink : .other
    trace.objects.append(
      TracedObject(id: id, typeName: parts[0], fullTypeName: parts[0] + "<Int>", ordinal: ordinal, role: role))
    return id
  }

  /// The number of the call around a step.
  private mutating func parent(of step: StreamedStep) -> Int? {
    var enclosing = open[step.thread] ?? []
    while let last = enclosing.last, trace.steps[last].depth >= step.depth { enclosing.removeLast() }
    open[step.thread] = enclosing + [step.number - 1]
    return enclosing.last.map { $0 + 1 }
  }
}
