import RxTrace

/// A question about a run, with the choices of a reader and the answer from the recording.
struct Question {
  var text: HTML
  /// The choices as a list, in an order that does not reveal the answer.
  var choices: HTML
  var answer: HTML
}

/// Makes questions about a run.
struct QuestionMaker {
  let run: Evidence
  let words: Wording
  let symbols: SymbolLinker

  /// The most lines of a question, because putting more lines in order would be tedious.
  private static let mostLines = 12
  private static let mostSteps = 4
  /// The number of later steps from which wrong answers are chosen.
  private static let nearbySteps = 24

  private var facts: StepFacts { StepFacts(run: run, words: words) }

  // MARK: Order

  func order(at place: Place) throws(Problem) -> Question {
    let lines = try OutputClaim.lines(of: run, at: place)
    guard Set(lines).count > 1 else {
      let found = lines.isEmpty ? "prints nothing" : "prints nothing but \(lines[0].debugDescription)"
      throw Problem(place, "`\(run.name)` \(found), so that there is nothing to put in order")
    }
    guard lines.count <= Self.mostLines else {
      throw Problem(
        place, "`\(run.name)` prints \(lines.count) lines; at most \(Self.mostLines) can be put in order")
    }
    var shuffled = shuffled(Array(lines.indices), by: { lines[$0] })
    // The lines must not be in the correct order already.
    while shuffled.map({ lines[$0] }) == lines { shuffled.append(shuffled.removeFirst()) }
    return Question(
      text: "<p>\(words(.predictOrder))</p>",
      choices: list(shuffled.map { "<samp>\(lines[$0])</samp>" }, "predict-lines"),
      answer: "<ol class=\"predict-right\">\(lines.map { "<li><samp>\($0)</samp></li>" as HTML }.joined())</ol>")
  }

  /// Items in an order that is the same in each build and does not depend on the order in the run.
  private func shuffled<Item>(_ items: [Item], by text: (Item) -> String) -> [Item] {
    items.enumerated().map { place, item -> (String, Item) in
      var hash = ContentHash()
      for part in [run.name, "\(place)", text(item)] { hash.add(part) }
      return (hash.text, item)
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func list(_ items: [HTML], _ style: HTML, answer: Int? = nil) -> HTML {
    let data: HTML = answer.map { " data-answer=\"\($0)\"" } ?? ""
    let lines = items.map { "<li>\($0)</li>" as HTML }
    return "<ul class=\"\(style)\"\(data)>\n\(lines.joined(separator: "\n"))\n</ul>"
  }

  // MARK: What is next

  func line(after step: Step, at place: Place) throws(Problem) -> Question {
    let lines = run.trace.steps.map(run.code.programLine)
    guard let next = lines.indices.dropFirst(step.index + 1).first(where: { lines[$0] != .elsewhere }) else {
      throw Problem(place, "no line of `\(run.name)` runs after step \(step.number)")
    }
    guard case .line(let answer) = lines[next] else {
      throw Problem(
        place,
        "the recording does not tell which line of `\(run.name)` runs next, at step \(next + 1): "
          + "\(run.describe(run.trace.steps[next])); ask for the next step, `ask=step`, or at another step")
    }
    let known = Set(lines.compactMap { line in if case .line(let number) = line { number } else { nil } }).sorted()
    guard known.count > 1 else {
      throw Problem(place, "only line \(answer) of `\(run.name)` is known to run, so that there is nothing to choose")
    }
    let title = facts.line(step)
    return Question(
      text: "<p>\(title)</p><p>\(words(.predictNext))</p>",
      choices: list(known.map(code), "predict-choices", answer: known.firstIndex(of: answer)),
      answer: "<p>\(code(answer))</p>\n<p>\(facts.line(run.trace.steps[next]))</p>")
  }

  private func code(_ line: Int) -> HTML {
    let file = run.index.files[run.code.pipelineFile]
    let text = CodeRenderer.pieces(file.lines[line - 1])
    return "<span class=\"predict-number\">\(words(.predictNextAnswer, line))</span> <code>\(text)</code>"
  }

  func step(after step: Step, at place: Place) throws(Problem) -> Question {
    let later = run.trace.steps.dropFirst(step.index + 1)
    guard let next = later.first else { throw Problem(place, "step \(step.number) is the last one of `\(run.name)`") }
    let answer = facts.line(next)
    var offered = [answer]
    // Steps that follow soon are plausible answers.
    for step in [later.prefix(Self.nearbySteps), run.trace.steps[...]].joined() where offered.count < Self.mostSteps {
      let other = facts.line(step)
      if !offered.contains(other) { offered.append(other) }
    }
    guard offered.count > 1 else { throw Problem(place, "all steps of `\(run.name)` are alike") }
    let mixed = shuffled(offered) { $0.source }
    return Question(
      text: "<p>\(facts.line(step))</p><p>\(words(.predictStep))</p>",
      choices: list(mixed, "predict-choices", answer: mixed.firstIndex(of: answer)), answer: "<p>\(answer)</p>")
  }

  // MARK: Threads and numbers

  func thread(of step: Step, at place: Place) throws(Problem) -> Question {
    let choices = threadChoices
    let offered = choices.reduce(into: [HTML]()) { offered, choice in
      if let choice, !offered.contains(choice) { offered.append(choice) }
    }
    guard offered.count > 1 else {
      let one = choices.count { $0 != nil } > 1 ? "at one place" : "on one thread"
      throw Problem(place, "all steps of `\(run.name)` happen \(one), so that there is nothing to choose")
    }
    let title: HTML =
      step.kind == .output ? "\(words(.prints)) \(facts.output(step))" : "<code>\(run.trace.title(of: step))</code>"
    return Question(
      text: "<p>\(title) \(facts.event(step))</p><p>\(words(.predictThread))</p>",
      choices: list(offered, "predict-choices", answer: choices[step.thread].flatMap(offered.firstIndex(of:))),
      answer: "<p>\(facts.thread(step))</p>")
  }

  /// The place where each thread's steps ran; nil for a thread without steps. Threads that run at one place, as those that
  /// serve the main queue before and after the end of an asynchronous `main`, are one choice: nobody can predict which.
  private var threadChoices: [HTML?] {
    let names = run.trace.placesOfThreads
    let served = Dictionary(grouping: names.values) { $0 }.filter { $1.count > 1 }
    return run.trace.threads.indices.map { thread in
      if let name = names[thread], served[name] != nil { return facts.thread(at: name) }
      return run.trace.steps.first { $0.thread == thread }.map(facts.thread)
    }
  }

  func count(of steps: [Step], named name: String) -> Question {
    let numbers = steps.prefix(8).map { words(.pictureStep, $0.number) }.joined(separator: ", ")
    let more: HTML = steps.count > 8 ? ", …" : ""
    let list: HTML = steps.isEmpty ? "" : " (\(numbers)\(more))"
    return Question(
      text: "<p>\(ObjectGraph.sentence(words(.predictCount), [name]))</p>",
      choices: "<p class=\"predict-number-field\" data-answer=\"\(steps.count)\"></p>",
      answer: "<p>\(words(.predictTimesOne, .predictTimes, count: steps.count))\(list)</p>")
  }
}
