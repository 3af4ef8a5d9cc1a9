/// How a form is written: as text, piece by piece, or by something that makes the whole file.
enum FormWriter {
  case text((_ write: (String) throws -> Void) throws -> Void)
  case file((_ path: String) throws -> Void)
}

extension TraceForm {
  /// What writes a run in this form.
  /// - Throws: ``ShowError/unavailable(_:)``
  func writer(_ run: RecordedRun, _ look: TraceLook) throws -> FormWriter {
    switch self {
    case .tree:
      return .text(TreeText(run, isColored: look.isColored, foldsRepeats: look.foldsRepeats).write)
    case .steps, .jsonl, .csv, .chrome, .mermaid, .dot, .marbles, .svg, .otlp, .sqlite, .html:
      throw ShowError.unavailable(self)
    }
  }
}

/// How a run looks, in the forms that leave a choice.
public struct TraceLook: Equatable, Sendable {
  public var isColored: Bool
  public var foldsRepeats: Bool

  public init(isColored: Bool = false, foldsRepeats: Bool = true) {
    self.isColored = isColored
    self.foldsRepeats = foldsRepeats
  }
}
