import SwiftSyntax
import TraceAnalysis

/// `zip` becomes `combineLatest`, which takes the same arguments.
enum LatestOfInputs: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    guard change.name == "zip", !(change.declaringType?.hasPrefix("PrimitiveSequence") ?? false) else {
      throw NoEdit("`\(change.name)` has no counterpart that takes the same arguments")
    }
    return [try source.renaming(source.call(for: change), "combineLatest")]
  }
}
