import Foundation
import RxTrace

/// The way to write a form: as text or bytes, piece by piece, or by something that makes the whole file.
enum FormWriter {
  case text((_ write: (String) throws -> Void) throws -> Void)
  case bytes((_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void)
  case file((_ path: String) throws -> Void)
}

extension TraceForm {
  /// A writer for a run in this form.
  /// - Throws: ``ShowError/unavailable(_:)``
  func writer(_ run: LocatedTrace, _ look: TraceLook) throws(ShowError) -> FormWriter {
    let (trace, origins) = (run.trace, run.origins)
    switch self {
    case .program:
      return .text(
        look.framed(
          ProgramText(run, look: look.program).write))
    case .tree: return .text(TreeText(run, look.tree).write)
    case .chain: return .text(ChainList(run).write)
    case .mermaid: return .text(Mermaid(trace, by: look.grouping).write)
    case .dot: return .text(Dot(trace, origins: origins).write)
    case .marbles: return .text(Marbles(run, look.marbles(run)).write)
    case .svg: return .text(picture(run, look))
    case .sqlite:
      guard let write = look.writeDatabase else { throw .unavailable(self) }
      return .file { try write(run, $0) }
    case .steps: return .bytes(StepList(trace).writeBytes)
    case .jsonl: return .bytes(JSONLines(run).writeBytes)
    case .csv: return .bytes(CSV(run, escapesValues: look.escapesValues).writeBytes)
    case .chrome: return .bytes(ChromeTrace(run).writeBytes)
    case .otlp: return .bytes(OpenTelemetry(trace).writeBytes)
    case .html: return .text(page(run, look))
    case .hwtrace: throw .needsRecording(self)
    }
  }

  private func page(_ run: LocatedTrace, _ look: TraceLook) -> (_ write: (String) throws -> Void) throws -> Void {
    var page = HTMLPage(
      run.trace, title: look.title, origins: run.origins, sources: run.sourceTexts, stepsInRun: run.stepsInRun,
      findings: look.findings?())
    page.timesOfWhole = run.timesOfWhole
    return page.write
  }

  private func picture(_ run: LocatedTrace, _ look: TraceLook) -> (_ write: (String) throws -> Void) throws -> Void {
    switch look.grouping {
    case .objects: return MarblePicture(run, look.marbles(run), title: look.title).write
    case .threads:
      var lanes = LaneDiagram(run.trace, title: look.title)
      lanes.isAnimated = look.isAnimated
      return lanes.write
    }
  }

  /// A writer for a whole trace file in this form, which reads while writing and needs memory that does not grow with the
  /// file; nil for a form that needs all of the run at once.
  func streamingWriter(ofFileAt path: String, _ look: TraceLook) -> FormWriter? {
    switch self {
    case .steps: .bytes(StepList(path: path).writeBytes)
    case .jsonl: .bytes(JSONLines(path: path).writeBytes)
    case .csv: .bytes(CSV(path: path, escapesValues: look.escapesValues).writeBytes)
    case .chrome: .bytes(ChromeTrace(path: path).writeBytes)
    case .otlp: .bytes(OpenTelemetry(path: path).writeBytes)
    case .program, .tree, .chain, .mermaid, .dot, .marbles, .svg, .sqlite, .html, .hwtrace: nil
    }
  }
}

extension LocatedTrace {
  /// The texts of the engine's source files, and of the program's own that may be opened.
  public var sourceTexts: SourceTexts {
    SourceTexts(besideExecutable: Bundle.main.executablePath ?? "", files: sourceFiles, texts: texts)
  }
}

/// The look of a run, for forms that have a choice.
public struct TraceLook: Sendable {
  public var isColored = false
  /// Whether the text goes to a terminal: a table then escapes control characters in values.
  var escapesValues = false
  public var foldsRepeats = true
  /// Whether objects have the names of their classes, instead of those of the program's source.
  public var namesClasses = false
  /// Whether each disposal is shown, or each chain of them as one.
  public var showsPlumbing = false
  /// Whether the program's view has the times of its lines.
  public var showsTimes = false
  /// The columns of a line; nil if the text goes to a file or a pipe.
  var width: Int?
  /// The columns of a diagram.
  public var grouping = Mermaid.Grouping.objects
  /// How far apart the events of a marble diagram are.
  public var axis = MarbleChart.Axis.steps
  /// Whether what happened in the run comes one after the other in a picture, again and again.
  public var isAnimated = false
  /// Texts above and below the program's view.
  public var heading = ""
  public var footer = ""
  /// The heading of a page or a picture.
  public var title = "A recorded run"
  /// Looks for problems of a whole run, for forms that show them. A closure, because views know no check.
  public var findProblems: (@Sendable (LocatedTrace) -> [PageFinding])?
  /// Finds the problems of the whole run, even if only a part of it is shown; nil if they are not looked for.
  var findings: (@Sendable () -> [PageFinding])?
  /// Writes a run to a path as a database. A closure, because this module does not depend on a database library.
  public var writeDatabase: (@Sendable (LocatedTrace, String) throws -> Void)?

  public init() {}

  func marbles(_ run: LocatedTrace) -> MarbleLook {
    var look = MarbleLook()
    (look.axis, look.foldsRepeats, look.isAnimated) = (axis, foldsRepeats, isAnimated)
    (look.width, look.isFitted) = (width, width != nil)
    if !namesClasses { look.names = run.programNames }
    return look
  }

  var program: ProgramLook {
    var look = ProgramLook()
    (look.width, look.isColored, look.foldsRepeats, look.showsTimes) = (width, isColored, foldsRepeats, showsTimes)
    return look
  }

  var tree: TreeLook {
    var look = TreeLook()
    (look.isColored, look.foldsRepeats) = (isColored, foldsRepeats)
    (look.showsPlumbing, look.width) = (showsPlumbing, width)
    return look
  }
}

extension TraceLook {
  func framed(
    _ writeText: @escaping (_ write: (String) throws -> Void) throws -> Void
  ) -> (_ write: (String) throws -> Void) throws -> Void {
    { write in
      try write(heading)
      try writeText(write)
      try write(footer)
    }
  }
}
