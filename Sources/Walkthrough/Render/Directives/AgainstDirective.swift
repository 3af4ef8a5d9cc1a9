import RxTrace
import TraceViews

/// Runs the program of another page made from data on the marbles of this page, and shows both pictures.
///
/// Nothing is shown if the programs cannot have the same input: if one of them does not take inputs, or turns the names
/// of its elements into other values.
struct AgainstDirective: Directive {
  static let name = "against"
  static let keys = DirectiveKeys(required: ["pipeline", "page"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let other = attribute("page")!
    guard let path = RelativePath.resolve(other.value, from: context.page.path) else {
      throw Problem(other.valuePlace, "the page `\(other.value)` is outside of the content folder")
    }
    let data = try page.data(path, at: other.valuePlace)
    guard let pipeline = data["pipeline"]?.text, let run = try run() else { return "" }
    let program = run.marbleProgram
    guard let theirs = try theirs(pipeline, beside: other), theirs.takesSame(as: program) else { return "" }
    var arguments = Array(program.inputs.map(\.diagram).prefix(theirs.inputs.count))
    if program.subscription != "^" { arguments.append(program.subscription) }
    let otherRun = try page.run(of: pipelineAttribute(pipeline, beside: other), arguments)
    guard let otherRun, var first = scene(run), var second = scene(otherRun) else { return "" }
    let last = max(first.lastTick, second.lastTick)
    (first.leastLastTick, second.leastLastTick) = (last, last)
    let titles = (program.stage, theirs.stage)
    return """
      <details class="against"><summary>\(words(.against).filled(titles.0, titles.1))</summary>
      <div class="against-pair">
      \(picture(first, titles.0))
      \(picture(second, titles.1))
      </div>
      </details>
      """
  }

  /// The path of the pipeline beside the other page, relative to this page.
  private func pipelineAttribute(_ pipeline: String, beside other: FenceInfo.Attribute) -> FenceInfo.Attribute {
    var attribute = other
    let folder = other.value.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    attribute.value = folder.isEmpty ? pipeline : folder + "/" + pipeline
    return attribute
  }

  private func theirs(_ pipeline: String, beside other: FenceInfo.Attribute) throws(Problem) -> MarbleProgram? {
    let named = pipelineAttribute(pipeline, beside: other)
    guard named.value != attribute("pipeline")?.value,
      let path = RelativePath.resolve(named.value, from: context.page.path),
      let text = context.site.text(of: path)
    else { return nil }
    return MarbleProgram(text)
  }

  private func scene(_ run: Evidence) -> MarbleScene? {
    MarbleScene(run.trace, run.marbleProgram, arguments: run.command.arguments)
  }

  private func picture(_ scene: MarbleScene, _ title: String) -> HTML {
    var figure = figure(title: title, style: "marbles")
    figure.caption = "<code>\(title)</code>"
    return SceneFigure(scene: scene, figure: figure, words: words).render()
  }
}

extension MarbleProgram {
  /// Whether elements of one program's inputs can be given to the other.
  fileprivate func takesSame(as other: MarbleProgram) -> Bool {
    [self, other].allSatisfy { program in
      program.takesArguments && !program.inputs.isEmpty && !program.isConcurrent && !program.namesStandForValues
    }
  }
}
