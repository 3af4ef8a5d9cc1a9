import Foundation
import RxTrace

/// The place and the form in which a run is shown, for `headwater trace` and `headwater show`.
///
///     try TraceShowing(file: "calls.txt").show(run)
public struct TraceShowing: Sendable {
  public var filter: TraceFilter
  public var form: TraceForm
  /// The file to write; nil for standard output.
  public var file: String?
  public var look: TraceLook
  public var pager: PagerChoice

  /// - Parameters:
  ///   - form: nil for the form that the file's name asks for. On standard output it is the program's view, and the tree
  ///     if the filter asks for kinds or depths of calls, which only that has.
  ///   - file: nil or `-` for standard output.
  /// - Throws: ``ShowError``
  public init(
    filter: TraceFilter = TraceFilter(), form: TraceForm? = nil, file: String? = nil, look: TraceLook = TraceLook(),
    pager: PagerChoice = .never
  ) throws(ShowError) {
    self.filter = filter
    self.file = file == "-" ? nil : file
    self.look = look
    // Text that goes to a pipe may end on a terminal too.
    self.look.escapesValues = self.file == nil
    self.look.width = self.file == nil ? TerminalWidth.columns(of: STDOUT_FILENO) : nil
    self.pager = pager
    self.form = try Self.form(form, for: self.file, filter)
    if self.form == .hwtrace && !filter.isEmpty { throw .needsWholeRun(self.form) }
  }

  private static func form(_ form: TraceForm?, for file: String?, _ filter: TraceFilter) throws(ShowError) -> TraceForm
  {
    guard let file else {
      if let form, form.needsFile { throw .needsFile(form) }
      return form ?? (filter.asksForCalls ? .tree : .program)
    }
    guard let meant = form ?? TraceForm(fileName: file) else { throw .unknownEnding(file: file) }
    return meant
  }

  /// Checks whether the file can be written, before anything is done.
  /// - Parameter sources: the files that must stay as they are.
  /// - Throws: ``SystemError``
  package func checkPlace(keeping sources: [String]) throws {
    if let file { try ReplacedFile(file).check(keeping: sources) }
  }

  /// Writes the run.
  /// - Parameter separated: whether an empty line precedes a text for reading.
  /// - Throws: ``ShowError``, ``SystemError/failed(_:)``
  public func show(_ run: LocatedTrace, separated: Bool = false) throws {
    if let complaint = filter.complaint(about: run) { throw ShowError.matchesNothing(complaint) }
    try show(try writer(run), separated: separated)
  }

  /// The run as a pipe gets it, in a form that is text.
  /// - Throws: ``ShowError``
  public func text(of run: LocatedTrace) throws -> String {
    if let complaint = filter.complaint(about: run) { throw ShowError.matchesNothing(complaint) }
    var showing = self
    (showing.look.escapesValues, showing.look.isColored, showing.look.width) = (true, false, nil)
    var text = ""
    switch try showing.writer(run) {
    case .file: throw ShowError.needsFile(form)
    case .text(let write): try write { text += $0 }
    case .bytes(let write): try write { text += String(decoding: $0, as: UTF8.self) }
    }
    return text
  }

  /// Applies the filter before the form. The program's view gets all steps, because one of its lines tells of several.
  private func writer(_ run: LocatedTrace) throws(ShowError) -> FormWriter {
    var look = look
    if let find = look.findProblems { look.findings = { find(run) } }
    guard form == .program, !filter.isEmpty else {
      let shown = filter.apply(to: run)
      if let most = form.mostSteps, shown.trace.steps.count > most {
        throw .tooManySteps(form, count: shown.trace.steps.count, most: most)
      }
      return try form.writer(shown, look)
    }
    var program = look.program
    program.leavesOutOtherWays = !filter.pipelines.isEmpty
    program.isOfPart = part != nil
    let text = ProgramText(run, isKept: filter.matches(run), look: program)
    return .text(text.write)
  }

  /// Whether people read all of a run in the program's view.
  public var isWholeProgramView: Bool { form == .program && file == nil && filter.isEmpty }

  /// The part of a run that is needed; nil if all of it is.
  package var part: PartRequest? {
    var others = filter
    others.steps = []
    guard others.isEmpty, !filter.keepsEnclosing, form.showsParts, filter.steps.count == 1 else { return nil }
    return PartRequest(steps: filter.steps[0], hasContext: !form.showsEachStepByItself)
  }

  /// Whether the virtual times of steps are shown.
  package var showsVirtualTimes: Bool {
    switch form {
    case .jsonl: true
    case .program: look.showsTimes
    case .marbles, .svg: look.axis != .steps
    default: false
    }
  }

  /// Writes a trace file while reading it.
  /// - Returns: false, having written nothing, if the form needs all of the run at once.
  package func streamFile(at path: String) throws -> Bool {
    guard filter.isEmpty, let writer = form.streamingWriter(ofFileAt: path, look) else { return false }
    try show(writer, separated: false)
    return true
  }

  /// Whether a trace file can be written in pieces: ``show(_:ofFileAt:)``.
  package var showsPieces: Bool { (form == .program || form == .tree) && filter.isEmpty }

  /// Writes a trace file in pieces, so that memory does not grow with its length.
  package func show(_ outline: RunOutline, ofFileAt path: String) throws {
    if form == .tree {
      var pieces = try RunPieces(contentsOf: path, outline, size: 1_000_000)
      try show(.text { try TreeText(outline.run, look.tree).write({ try pieces.next() }, $0) }, separated: false)
    } else {
      var pieces = try RunPieces(contentsOf: path, outline)
      let text = ProgramText(outline, look: look.program)
      try show(.text(look.framed { try text.write({ try pieces.next() }, $0) }), separated: false)
    }
  }

  private func show(_ writer: FormWriter, separated: Bool) throws {
    let write: Writer
    switch writer {
    case .file(let writeFile):
      guard let file else { throw ShowError.needsFile(form) }
      return try writeFile(file)
    case .text(let writeText): write = { output in try writeText { try output.write($0) } }
    case .bytes(let writeBytes): write = { output in try writeBytes { try output.write($0) } }
    }
    if let file {
      try BufferedText.replace(file, write)
    } else {
      try showText(separated && form.isForReading, write)
    }
  }

  private typealias Writer = (inout BufferedText) throws -> Void

  private func showText(_ isSeparated: Bool, _ writeText: Writer) throws {
    var output = BufferedText(STDOUT_FILENO, place: "standard output")
    if isSeparated {
      try output.write("\n")
      try output.flush()
    }
    guard pager == .auto, form.isForReading, isatty(STDOUT_FILENO) == 1, let pager = Pager() else {
      return try Self.write(to: output, writeText)
    }
    // It is not a failure if the reader leaves before the end of the text.
    try pager.show { try? Self.write(to: BufferedText($0, place: "the pager"), writeText) }
  }

  private static func write(to output: BufferedText, _ writeText: Writer) throws {
    var output = output
    try writeText(&output)
    try output.flush()
  }
}
