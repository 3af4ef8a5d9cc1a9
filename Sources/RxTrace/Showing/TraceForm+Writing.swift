/// How a form is written: as text or bytes, piece by piece, or by something that makes the whole file.
enum FormWriter {
  case text((_ write: (String) throws -> Void) throws -> Void)
  case bytes((_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void)
  case file((_ path: String) throws -> Void)
}

/// Writes a run as a database into a file. Who has a library for that brings it along; this one knows none.
public typealias DatabaseWriter = @Sendable (_ run: RecordedRun, _ path: String) throws -> Void

extension TraceForm {
  /// What writes a run in this form.
  /// - Throws: ``ShowError/unavailable(_:)`` where there is no `database` to write one with.
  func writer(_ run: RecordedRun, _ look: TraceLook, _ database: DatabaseWriter?) throws -> FormWriter {
    let (trace, origins) = (run.trace, run.origins)
    switch self {
    case .tree: return .text(TreeText(run, isColored: look.isColored, foldsRepeats: look.foldsRepeats).write)
    case .steps: return .bytes(StepList(trace).writeBytes)
    case .jsonl: return .bytes(JSONLines(trace, origins: origins).writeBytes)
    case .csv: return .bytes(CSV(trace).writeBytes)
    case .chrome: return .bytes(ChromeTrace(trace).writeBytes)
    case .mermaid: return .text(Mermaid(trace, by: look.grouping).write)
    case .dot: return .text(Dot(trace, origins: origins).write)
    case .marbles: return .text(Marbles(trace, origins: origins).write)
    case .svg where look.grouping == .threads: return .text(LaneDiagram(trace, title: look.title).write)
    case .svg: return .text(MarbleDiagram(trace, origins: origins, title: look.title).write)
    case .otlp: return .text(OpenTelemetry(trace).write)
    case .sqlite:
      guard let database else { throw ShowError.unavailable(self) }
      return .file { try database(run, $0) }
    case .html: throw ShowError.unavailable(self)
    }
  }

  /// What writes a whole trace file in this form as it is read, in memory that does not grow with it; nil for a form
  /// that needs all of the run at once.
  func streamingWriter(ofFileAt path: String) -> FormWriter? {
    switch self {
    case .steps: .bytes(StepList(path: path).writeBytes)
    case .jsonl: .bytes(JSONLines(path: path).writeBytes)
    case .csv: .bytes(CSV(path: path).writeBytes)
    case .chrome: .bytes(ChromeTrace(path: path).writeBytes)
    case .tree, .mermaid, .dot, .marbles, .svg, .otlp, .sqlite, .html: nil
    }
  }
}

/// How a run looks, in the forms that leave a choice.
public struct TraceLook: Equatable, Sendable {
  /// What stands side by side in a diagram.
  public typealias Grouping = Mermaid.Grouping

  public var isColored: Bool
  public var foldsRepeats: Bool
  public var grouping: Grouping
  /// What a page or a picture is headed with.
  public var title: String

  public init(
    isColored: Bool = false, foldsRepeats: Bool = true, grouping: Grouping = .objects, title: String = "A recorded run"
  ) {
    self.isColored = isColored
    self.foldsRepeats = foldsRepeats
    self.grouping = grouping
    self.title = title
  }
}
