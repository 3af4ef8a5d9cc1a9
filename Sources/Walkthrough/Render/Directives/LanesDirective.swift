import RxTrace
import TraceViews

/// Draws the calls of a whole run by thread.
struct LanesDirective: Directive {
  static let name = "lanes"
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    guard let run = try run() else { return "" }
    guard !run.trace.steps.isEmpty else { throw DiagramFigure.nothing("no steps", in: run, at: block.info.place) }
    let figure = figure(title: context.words(.lanesOf, run.fileName))
    let diagram = LaneDiagram(
      run.trace, width: DiagramFigure.pictureWidth, frame: figure.frame, words: context.words.pictureWords)
    let facts = StepFacts(run: run, words: context.words)
    let items = LaneRows(run.trace).rows.map { row -> HTML in
      let step = row.step
      return "\(context.words(.step, step.number)), \(facts.place(of: step)): \(facts.line(step, namesThread: false))"
    }
    return figure.render(DiagramFigure.drawn { diagram.write($0) }, text: DiagramFigure.list(items))
  }
}
