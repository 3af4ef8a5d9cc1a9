import SwiftSyntax
import TraceAnalysis

/// `share()` becomes `share(replay: 1)`.
enum ReplayedLatest: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let call = try source.call(for: change)
    guard call.arguments.isEmpty, let end = call.rightParen?.trimmedBytes.lowerBound else {
      throw NoEdit("the text of line \(change.place.line) has no `share()`")
    }
    return [source.insertion("replay: 1", at: end)]
  }
}
