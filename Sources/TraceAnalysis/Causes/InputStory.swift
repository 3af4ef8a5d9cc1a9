import RxTrace

/// The story of another input of an element: how the stage came to have it.
struct InputStory {
  /// A question about one input, or about all that a stage had collected.
  struct Question {
    /// The position of the step that sent the element.
    var step: Int
    var inputs: [ElementInputs.Input]

    init(of step: Int, inputs: [ElementInputs.Input]) { (self.step, self.inputs) = (step, inputs) }
  }

  /// An element of the input.
  struct Element {
    var step: Int
    var value: String?
  }

  /// The position of the step that sent the element.
  var step: Int
  /// How the stage came to the input; nil if it sent nothing.
  var role: ElementInputs.Input.Role?
  var elements: [Element]
  /// Newer elements, of which the stage may have used one instead.
  var alternatives: [Element]
  /// What the rows are about.
  var heading: String
  var rows: [StepStory.Row]

  /// The most elements of one collection that have a row.
  static let mostCollected = 8

  init(_ question: Question, heading: String, rows: [StepStory.Row], _ trace: Trace) {
    (step, self.heading, self.rows) = (question.step, heading, rows)
    role = trace.steps[step].kind == .on ? nil : question.inputs.first?.role
    elements = question.inputs.map { Element(step: $0.step, value: trace.steps[$0.step].value?.text) }
    alternatives = question.inputs.flatMap(\.alternatives).map { newer in
      Element(step: newer, value: trace.steps[newer].value?.text)
    }
  }
}

/// The facts that all stories of a run share.
struct StoryFacts {
  let run: AnalysedRun
  let names: ProgramNames
  let stages: StageParts
  let chains: CauseTables
  let inputs: ElementInputs
  let times: VirtualTimes

  init(_ run: AnalysedRun, _ names: ProgramNames, _ stages: StageParts) {
    (self.run, self.names, self.stages) = (run, names, stages)
    chains = CauseTables(run.trace)
    inputs = ElementInputs(run.trace, stages)
    times = run.located.virtualTimes
  }
}

/// An input in JSON. Numbers of steps count from 1.
struct InputJSON: Encodable {
  struct Element: Encodable {
    let step: Int
    let value: String?

    init(_ element: InputStory.Element) { (step, value) = (element.step + 1, element.value) }
  }

  /// The step that sent the element, or for which nothing was sent.
  let of: Int
  let role: String
  let elements: [Element]
  let alternatives: [Element]
  let message: String
  let story: [StoryRowJSON]

  /// - Parameter rowJSON: a row of the story.
  init(_ input: InputStory, _ rowJSON: (StepStory.Row) -> StoryRowJSON) {
    of = input.step + 1
    role = input.role?.rawValue ?? "waiting"
    elements = input.elements.map(Element.init)
    alternatives = input.alternatives.map(Element.init)
    (message, story) = (input.heading, input.rows.map(rowJSON))
  }
}
