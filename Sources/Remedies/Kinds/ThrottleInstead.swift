import SwiftSyntax
import TraceAnalysis

/// `debounce` becomes `throttle`, which takes the same arguments.
enum ThrottleInstead: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    guard change.name == "debounce" else { throw NoEdit("`\(change.name)` is not `debounce`") }
    return [try source.renaming(source.call(for: change), "throttle")]
  }
}
