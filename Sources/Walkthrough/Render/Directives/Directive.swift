import RxTrace

/// A fenced block that is replaced by generated content. Each kind is a type in a file of its own, and is listed in
/// ``Directives/all``.
///
///     ```marbles pipeline=debounce.swift axis=ticks
///     ```
protocol Directive {
  /// The word that a fence begins with.
  static var name: String { get }
  static var keys: DirectiveKeys { get }
  /// Whether there may be lines between the fences.
  static var hasBody: Bool { get }
  /// Whether a fence of this name that has no keys of the directive is ordinary code.
  static var isCodeWithoutKeys: Bool { get }

  var block: DirectiveBlock { get }
  /// The page that contains the block.
  var page: DirectivePage { get }

  init(block: DirectiveBlock, page: DirectivePage)

  /// Checks the values of the block's keys and its body, and renders the block.
  func render() throws(Problem) -> HTML
}

/// All kinds of directives.
enum Directives {
  static var all: [any Directive.Type] {
    [
      SourceDirective.self, DeclarationDirective.self, TraceDirective.self, ChainDirective.self, AssertDirective.self,
      HierarchyDirective.self, GraphDirective.self, LanesDirective.self, MarblesDirective.self, CompareDirective.self,
      OutputDirective.self, FindingsDirective.self, PagesDirective.self, ActionsDirective.self, PredictDirective.self,
      CounterpartsDirective.self, ChoicesDirective.self, AgainstDirective.self, ConsoleDirective.self,
      ExampleDirective.self, PathDirective.self, GlossaryDirective.self, RxSwiftDirective.self,
      JourneyDirective.self, TaskDirective.self, VariantDirective.self, TestedDirective.self, StageDirective.self,
    ]
  }

  static func named(_ name: String) -> (any Directive.Type)? { all.first { $0.name == name } }

  /// Whether a line opens a block of a directive.
  static func isOpened(by line: some StringProtocol) -> Bool {
    let line = line.trimmingSpaces()
    guard line.hasPrefix("```") || line.hasPrefix("~~~") else { return false }
    return named(String(line.drop { $0 == line.first }.prefix { $0.isLetter })) != nil
  }
}

/// The keys of a directive.
struct DirectiveKeys {
  var required: [String] = []
  var optional: [String] = []
  /// Keys that may be given several times.
  var repeatable: Set<String> = []

  /// All keys, required ones first. A pipeline may have arguments, may crash, and may need a debug engine.
  var all: [String] {
    let named = required + optional
    return named.contains("pipeline") ? named + ["arguments", "crashes", "engine"] : named
  }
}

/// The page that contains a directive.
struct DirectivePage {
  let context: PageContext
  let markdown: MarkdownRenderer
  /// The run of a changed program, which replaces the run of the pipeline for claims about the change.
  var changed: Evidence?

  func run(
    of pipeline: FenceInfo.Attribute, _ arguments: [String] = [], crashes: Bool = false
  ) throws(Problem) -> Evidence? {
    if let changed { return changed }
    return try context.site.pipelines.run(
      of: pipeline.value, arguments: arguments, crashes: crashes, from: context.page.path, at: pipeline.valuePlace)
  }
}

/// Members that most directives use.
extension Directive {
  static var hasBody: Bool { false }
  static var isCodeWithoutKeys: Bool { false }

  var context: PageContext { page.context }
  var words: Wording { page.context.words }

  func attribute(_ key: String) -> FenceInfo.Attribute? { block.attribute(key) }

  /// The run of the pipeline that the block names.
  /// - Returns: Nil if the block does not name a pipeline, or if the page has already reported the pipeline's failure.
  func run() throws(Problem) -> Evidence? {
    guard let pipeline = attribute("pipeline") else { return nil }
    return try page.run(of: pipeline, block.arguments, crashes: crashes())
  }

  /// The run of the pipeline or of the program that the block names, for a block that shows only text of it.
  /// - Returns: Nil if the page has already reported the failure.
  func runForText() throws(Problem) -> Evidence? {
    guard let program = attribute("program") else {
      if let fixed = attribute("fixed") {
        throw Problem(fixed.place, "`fixed` is for a `program`")
      }
      guard attribute("pipeline") != nil else {
        throw Problem(block.info.place, "`\(Self.name)` needs a key `pipeline` or `program`")
      }
      return try run()
    }
    if let pipeline = attribute("pipeline") {
      throw Problem(pipeline.place, "a block is about a `pipeline` or about a `program`")
    }
    return try context.site.pipelines.run(
      ofProgram: program.value, arguments: block.arguments, crashes: crashes(), isFixed: isFixed(),
      at: program.valuePlace)
  }

  /// Whether the program is run with the edits of `headwater check --fix --apply`.
  private func isFixed() throws(Problem) -> Bool {
    guard let fixed = attribute("fixed") else { return false }
    guard fixed.value == "yes" else {
      throw Problem(fixed.valuePlace, "`fixed` is left out or `yes`, not `\(fixed.value)`")
    }
    return true
  }

  /// Whether the author says that a signal ends the pipeline's program.
  func crashes() throws(Problem) -> Bool {
    guard let crashes = attribute("crashes") else { return false }
    guard crashes.value == "yes" else {
      throw Problem(crashes.valuePlace, "`crashes` is left out or `yes`, not `\(crashes.value)`")
    }
    return true
  }

  /// Whether the author asked to fold the test around the pipeline.
  func isHarnessFolded() throws(Problem) -> Bool {
    guard let harness = attribute("harness") else { return false }
    guard harness.value == "folded" else {
      throw Problem(harness.valuePlace, "`harness` is `folded`, or is left out")
    }
    return true
  }

  /// The text that an author wrote under a figure, as Markdown.
  var caption: HTML? {
    attribute("caption").map { page.markdown.note($0.value, line: $0.valuePlace.line) }
  }

  /// - Parameter style: The figure's style class; the directive's name if there is none.
  func figure(title: String, style: HTML? = nil) -> DiagramFigure {
    DiagramFigure(
      context: context, kind: style ?? HTML(text: Self.name), id: context.numbered(Self.name), title: title,
      caption: caption)
  }

  /// The declaration that a symbol names.
  /// - Parameter run: The pipeline whose own declarations are preferred.
  func declaration(
    _ symbol: FenceInfo.Attribute, in index: SourceIndex, _ run: Evidence?
  ) throws(Problem) -> Declaration {
    do {
      return try index.declaration(named: symbol.value, preferring: run?.code.pipelineFile)
    } catch {
      if run == nil, let pipeline = context.pipeline(declaring: symbol.value) {
        throw Problem(symbol.place, "only the program declares `\(symbol.value)`: add `pipeline=\(pipeline)`")
      }
      throw Problem(symbol.valuePlace, error.message(for: symbol.value))
    }
  }

  /// Draws the steps of a run that a chain shows.
  /// - Parameter harness: The test around the pipeline, whose ticks are shown instead of its steps.
  func stepper(
    _ steps: [ChainMatcher.Match], of run: Evidence, harness: TestHarness? = nil, foldsEngine: Bool = false
  ) -> HTML {
    var renderer = ChainRenderer(
      run: run, id: context.numbered("chain"), context: context, markdown: page.markdown)
    renderer.harness = harness
    renderer.foldsEngine = foldsEngine
    return renderer.render(steps)
  }
}
