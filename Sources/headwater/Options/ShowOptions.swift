import ArgumentParser
import Foundation
import RxTrace
import TraceSQLite
import TraceViews
import Walkthrough

/// The form in which a run is shown, and its destination.
struct ShowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The form; without it, the one of the file's extension, and the program's view on standard output.",
      valueName: "form"))
  var format: TraceForm?

  @Flag(help: "Show the engine's calls as a tree (--format tree), or its classes in marbles and svg.")
  var engine = false

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write a file instead of standard output.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("The columns of mermaid and svg: objects or threads.", valueName: "what"))
  var by = Mermaid.Grouping.objects

  @Option(
    help: ArgumentHelp(
      "The distance of events in marbles and svg: equal (steps), by time, or by the ticks of a virtual clock.",
      valueName: "what"))
  var axis = MarbleChart.Axis.steps

  @Flag(help: "Let what happened come one after the other in the picture, again and again (--format svg).")
  var animate = false

  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @Flag(help: "Write long text to a terminal directly, without a pager.")
  var noPager = false

  @Flag(help: "Show the time since the start of the recording in the program's view.")
  var times = false

  @Flag(help: "Add the run to those that the database has (--format sqlite), in a database that is there.")
  var append = false

  @Flag(help: "Show each repeated call, instead of one with a count.")
  var noFold = false

  @Flag(help: "Show each disposal in the tree, instead of one line for a chain of them.")
  var plumbing = false

  /// - Parameter title: the heading of a page or a picture.
  func showing(_ filter: TraceFilter, title: String) throws -> TraceShowing {
    do {
      return try TraceShowing(
        filter: filter, form: form, file: output, look: look(title), pager: noPager ? .never : .auto)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// The form that is asked for. `--engine` sets no form for a file, because the file's extension does that.
  private var form: TraceForm? { format ?? (engine && ["-", nil].contains(output) ? .tree : nil) }

  /// Whether the run is shown as marbles, whose lanes are named.
  private var hasLanes: Bool { [.marbles, .svg].contains(format ?? output.flatMap(TraceForm.init(fileName:))) }

  private func look(_ title: String) -> TraceLook {
    var look = TraceLook()
    look.isColored = isColored
    look.foldsRepeats = !noFold
    look.showsPlumbing = plumbing
    look.showsTimes = times
    look.namesClasses = engine
    (look.grouping, look.axis, look.isAnimated) = (by, axis, animate)
    // The title is only the file's name, because the recipient of a page should not see the sender's folders.
    look.title = (title as NSString).lastPathComponent
    look.findProblems = { PageFinding.all(in: $0) }
    let name = look.title
    look.writeDatabase = { [append] run, path in
      try SQLiteTrace(run, named: name).write(to: path, appends: append)
    }
    return look
  }

  func validate() throws {
    if engine, let format, format != .tree, !hasLanes {
      throw ValidationError(
        "--engine is for tree, marbles and svg, and cannot be given with --format \(format.rawValue)")
    }
    let showing = try showing(TraceFilter(), title: "")
    if append, showing.form != .sqlite {
      throw ValidationError(
        "--append adds a run to a database, and cannot be given with --format \(showing.form.rawValue)")
    }
    if animate, showing.form != .svg {
      throw ValidationError("--animate is for svg, and cannot be given with --format \(showing.form.rawValue)")
    }
    if times, showing.form != .program {
      throw ValidationError(
        "--times is for the program's view, and cannot be given with \(engine ? "--engine" : "--format \(showing.form.rawValue)")"
          + "; jsonl, csv and chrome have times")
    }
  }

  private var isColored: Bool { color.isColored(["-", nil].contains(output) ? STDOUT_FILENO : nil) }

  /// The help about forms.
  static let discussion = """
    FORMS
    \(TraceForm.allCases.map { "  \($0.paddedName)\($0.summary); .\($0.fileExtensions.joined(separator: " ."))" }
      .joined(separator: "\n"))
    """
}

extension ColorChoice {
  /// - Parameter descriptor: where the text goes; nil for a file.
  func isColored(_ descriptor: Int32?) -> Bool {
    isColored(
      isTerminal: descriptor.map { isatty($0) == 1 } ?? false, environment: ProcessInfo.processInfo.environment)
  }
}

extension ColorChoice: ExpressibleByArgument {}
extension TraceForm: ExpressibleByArgument {}
extension Mermaid.Grouping: ExpressibleByArgument {}
extension MarbleChart.Axis: ExpressibleByArgument {}

extension TraceForm {
  fileprivate var paddedName: String { rawValue.padding(toLength: 10, withPad: " ", startingAt: 0) }
}
