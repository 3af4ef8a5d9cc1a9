/// How a form is written: as text or bytes, piece by piece, or by something that makes the whole file.
enum FormWriter {
  case text((_ write: (String) throws -> Void) throws -> Void)
  case bytes((_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void)
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

  /// What writes a whole trace file in this form as it is read, in memory that does not grow with it; nil for a form
  /// that needs all of the run at once.
  func streamingWriter(ofFileAt path: String) -> FormWriter? {
    switch self {
    case .steps, .jsonl, .csv, .chrome, .tree, .mermaid, .dot, .marbles, .svg, .otlp, .sqlite, .html: nil
    }
  }
}

/// How a run looks, in the forms that leave a choice.
public struct TraceLook: Equatable, Sendable {
  /// What stands side by side in a diagram.
  public enum Grouping: String, Sendable, CaseIterable {
    case objects, threads
  }

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
