import RxTrace

/// Asks the reader a question that the recorded run answers. The author names the question, the pipeline and the step;
/// the answer comes from the recording, so that it cannot be wrong.
///
/// Without scripts, the block is a question with its choices and a folded answer.
struct PredictDirective: Directive {
  static let name = "predict"
  static let hasBody = true
  static let keys = DirectiveKeys(required: ["pipeline", "ask"], optional: ["at", "of"])

  /// The most steps of one name whose answers are compared, because each answer is looked for in the whole run.
  private static let mostCompared = 50

  let block: DirectiveBlock
  let page: DirectivePage

  /// The kinds of questions.
  enum Ask: String, CaseIterable {
    /// The order of the printed lines.
    case order
    /// The line of the program that runs after a step.
    case line
    /// The step that follows a step.
    case step
    /// The thread of a step.
    case thread
    /// The number of steps of a kind.
    case count

    /// The key that names the step.
    fileprivate var key: String? {
      switch self {
      case .order: nil
      case .line, .step, .thread: "at"
      case .count: "of"
      }
    }
  }

  func render() throws(Problem) -> HTML {
    let ask = try ask()
    let claim = try ask.key.map { key throws(Problem) in try NamedStep.claim(attribute(key)!) }
    guard let run = try run() else { return "" }
    let question = try question(ask, run, claim)
    let id = context.numbered("predict")
    return """
      <div class="predict" role="group" id="\(id)" data-ask="\(ask.rawValue)" aria-labelledby="\(id)-question">
      <p class="predict-label">\(words(.predict))</p>
      <div class="predict-question" id="\(id)-question">\(asked ?? question.text)</div>
      \(question.choices)
      <details class="answer"><summary>\(words(.answerFolded))</summary>
      \(question.answer)
      </details>
      </div>
      """
  }

  /// The author's own words, as Markdown.
  private var asked: HTML? {
    let lines = block.body.lines.map(\.text)
    guard lines.contains(where: { !$0.trimmingSpaces().isEmpty }) else { return nil }
    return page.markdown.note(lines.joined(separator: "\n"), line: block.body.opening.line + 1)
  }

  private func ask() throws(Problem) -> Ask {
    let wanted = attribute("ask")!
    let names = Ask.allCases.map(\.rawValue)
    guard let ask = Ask(rawValue: wanted.value) else {
      throw Problem(
        wanted.valuePlace,
        "unknown question `\(wanted.value)`; `ask` is one of \(names.joined(separator: ", "))"
          + Nearest.suggestion(for: wanted.value, among: names))
    }
    for key in ["at", "of"] where key != ask.key {
      if let attribute = attribute(key) {
        let remedy = ask.key.map { "it takes `\($0)`" } ?? "leave it out"
        throw Problem(attribute.place, "`ask=\(ask.rawValue)` has no key `\(key)`; \(remedy)")
      }
    }
    if let key = ask.key, attribute(key) == nil {
      throw Problem(
        wanted.place, "`ask=\(ask.rawValue)` needs a key `\(key)` that names a step, as a line of a chain does")
    }
    return ask
  }

  private func question(_ ask: Ask, _ run: Evidence, _ claim: StepClaim?) throws(Problem) -> Question {
    let maker = QuestionMaker(run: run, words: words, symbols: context.symbols(in: run.index))
    switch ask {
    case .order: return try maker.order(at: block.info.place)
    case .count:
      let of = attribute("of")!
      let steps = try NamedStep.steps(of: claim!, named: of, in: run)
      let isOfKind = claim!.value == nil && claim!.thread == nil && claim!.pattern.ordinal == nil
      guard isOfKind || !steps.isEmpty else { throw NamedStep.missing(claim!, named: of, in: run) }
      return maker.count(of: steps, named: claim!.text)
    case .line, .step, .thread:
      let at = attribute("at")!
      let steps = try NamedStep.steps(of: claim!, named: at, in: run)
      guard let first = steps.first else { throw NamedStep.missing(claim!, named: at, in: run) }
      let question = try question(ask, about: first, at.valuePlace, maker)
      let others = steps.dropFirst().prefix(Self.mostCompared)
      if asked == nil, let other = others.first(where: { isOther(ask, $0, question, maker) }) {
        throw Problem(
          at.valuePlace,
          "this is about step \(first.number), and step \(other.number), which has the same name, has another answer: "
            + "write a question in the block that says which of them is meant")
      }
      return question
    }
  }

  private func question(
    _ ask: Ask, about step: Step, _ place: Place, _ maker: QuestionMaker
  ) throws(Problem) -> Question {
    switch ask {
    case .line: try maker.line(after: step, at: place)
    case .step: try maker.step(after: step, at: place)
    default: try maker.thread(of: step, at: place)
    }
  }

  /// Whether the same question about another step has another answer.
  private func isOther(_ ask: Ask, _ step: Step, _ known: Question, _ maker: QuestionMaker) -> Bool {
    guard let other = try? question(ask, about: step, block.info.place, maker) else { return true }
    return other.answer != known.answer && other.choices != known.choices
  }
}
