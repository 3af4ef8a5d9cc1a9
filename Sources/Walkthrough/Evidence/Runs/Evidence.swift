import RxTrace
import TraceAnalysis

/// The evidence that claims are checked against: a recorded run, and the sources for reading it.
struct Evidence: ClaimedRun {
  var trace: Trace
  var index: SourceIndex
  var code: StepCode
  let command: PipelineCommand
  /// The functions and lines of the trace's return addresses.
  let frames: [ReturnAddress: [SourceFrame]]
  /// The text that the program wrote to standard error.
  let errorOutput: String
  /// The texts of the program's own source, by the paths in the frames.
  let texts: [String: String]
  /// The signal that ended the program; nil if the program ended by itself.
  let crash: PipelineLibrary.Failure?
  /// The names and lines by which the program's author knows the run, computed on demand.
  let program: LazyValue<ProgramNames>
  private let marbles: LazyValue<MarbleProgram>

  /// The names and diagrams of marbles in the pipeline's text.
  var marbleProgram: MarbleProgram { marbles.value }

  /// The pipeline's name for readers.
  var name: String { command.name }

  /// - Parameters:
  ///   - frames: The functions and lines of the trace's return addresses.
  ///   - errorOutput: What the program wrote to standard error.
  ///   - crash: The signal that ended the program.
  ///   - command: The program, if it is not the pipeline's file.
  ///   - texts: The texts of the program's own source, by the paths in the frames.
  init(
    trace: Trace, index: SourceIndex, pipelineFile: Int, arguments: [String] = [],
    frames: [ReturnAddress: [SourceFrame]] = [:], errorOutput: String = "",
    crash: PipelineLibrary.Failure? = nil, command: PipelineCommand? = nil, texts: [String: String] = [:]
  ) {
    self.texts = texts
    self.crash = crash
    self.errorOutput = errorOutput
    self.trace = trace
    self.index = index
    self.frames = frames
    let program = LazyValue { ProgramNames(Self.located(trace, frames, texts)) }
    self.program = program
    marbles = LazyValue { MarbleProgram(index.files[pipelineFile].texts.joined(separator: "\n")) }
    code = StepCode(index: index, trace: trace, pipelineFile: pipelineFile, program: program)
    self.command = command ?? PipelineCommand(path: index.files[pipelineFile].name, arguments: arguments)
  }

  /// `: Fatal error: boom (line 3)`, as the program said itself; empty if it said nothing.
  var crashReason: String {
    guard let reason = CrashReason(in: errorOutput, fileName: fileName) else { return "" }
    return ": " + reason.text + (reason.line.map { " (line \($0))" } ?? "")
  }

  /// The run for the analyses.
  /// - Parameter name: the name of the run in reports.
  func analysed(as name: String) -> AnalysedRun {
    AnalysedRun(name: name, run: located)
  }

  /// The run with its lines, which come from ``texts``, because the file of a changed program may have other lines.
  var located: LocatedTrace { Self.located(trace, frames, texts) }

  private static func located(
    _ trace: Trace, _ frames: [ReturnAddress: [SourceFrame]], _ texts: [String: String]
  ) -> LocatedTrace {
    var located = LocatedTrace(trace: trace, frames: frames)
    located.texts.merge(texts) { _, own in own }
    return located
  }

  /// The names under which the author may know the type whose method ran: the object's own, and those above it up to
  /// the one that declares the method. Above that, the name would credit a type with code that was overridden.
  func typeNames(of step: Step, _ object: TracedObject) -> [String] {
    var names = [object.typeName]
    let owner = code.declaration(of: step)?.owner
    for type in index.ancestry(of: object.typeName) {
      names.append(type.qualifiedName)
      if type.qualifiedName == owner { break }
    }
    return names
  }

  func calledFunction(of step: Step) -> SwiftSymbol? {
    step.callStack == nil ? nil : program.value.directCaller(of: step)?.callee
  }

  /// Why a pattern cannot describe any step; nil if it can.
  func missingSymbol(_ pattern: StepPattern) -> SymbolError? {
    guard pattern.kind != nil else { return missingFunction(pattern) }
    guard let type = pattern.type else { return nil }
    let traced = trace.objects.map(\.typeName)
    guard let declared = index.type(named: type) else {
      if traced.contains(type) { return nil }
      let member = SymbolParts(pattern.text).member
      let declaring = (index.typeNames + traced).filter { name in
        index.type(named: name).map { declares($0, pattern) } ?? true
      }
      let nearest = typeCalled(type, among: declaring) ?? Nearest.name(to: type, among: declaring)
      return .missing(nearest: nearest.map { "\($0).\(member)" })
    }
    return declares(declared, pattern) ? nil : .missing(nearest: owner(of: pattern))
  }

  private func missingFunction(_ pattern: StepPattern) -> SymbolError? {
    let name = SymbolParts(pattern.text)
    let members = pattern.type.map(index.membersKnown(as:)) ?? []
    if trace.steps.contains(where: { matches($0, pattern) }) { return nil }
    // `Driver.drive(onNext:)` made steps under the name of the type that declares it.
    let isCalled = calledFunctions.map(SymbolParts.init).contains { called in
      name.means(called) && members.contains { $0.owner == called.type }
    }
    // Only some functions make steps, so that a step that is missing does not tell that there was no call.
    if !isCalled, members.contains(where: { name.means(SymbolParts($0.name)) }) {
      return .withoutStep(functions: calledFunctions)
    }
    return .unknownCall(functions: calledFunctions, members: members.map(\.name))
  }

  /// The type of the run that the operator's name may mean: `ShareWhileConnected` for `share`.
  private func typeCalled(_ name: String, among types: [String]) -> String? {
    trace.objects.map(\.typeName).filter { types.contains($0) && $0.lowercased().hasPrefix(name.lowercased()) }
      .min { $0.count < $1.count }
  }

  private func declares(_ type: Declaration, _ pattern: StepPattern) -> Bool {
    let names = Self.methods(of: pattern)
    let ancestry = index.ancestry(of: type.qualifiedName)
    return names.isEmpty
      || ancestry.contains { type in
        index.members(of: type.qualifiedName).contains { names.contains($0.name) || names.contains($0.baseName) }
      }
  }

  private func owner(of pattern: StepPattern) -> String? {
    let names = Self.methods(of: pattern)
    let owners = index.declarations.filter { names.contains($0.name) }.compactMap(\.owner)
    return Nearest.name(to: pattern.type ?? "", among: owners).map { "\($0).\(SymbolParts(pattern.text).member)" }
  }

  private static func methods(of pattern: StepPattern) -> [String] {
    let events: [EventKind?] = pattern.event.map { [$0] } ?? [nil, .next, .error, .completed]
    return events.flatMap { event in pattern.kind.map { StepMethods.names(of: $0, event) } ?? [] }
  }
}
