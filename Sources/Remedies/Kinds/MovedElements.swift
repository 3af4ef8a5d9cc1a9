import SwiftSyntax
import TraceAnalysis

/// `subscribe(on:)` becomes `observe(on:)`.
enum MovedElements: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let call = try source.call(for: change)
    switch change.name {
    case "subscribe" where call.arguments.first?.label?.text == "on": return [try source.renaming(call, "observe")]
    case "subscribeOn": return [try source.renaming(call, "observeOn")]
    default: throw NoEdit("the text of line \(change.place.line) has no `subscribe(on:)`")
    }
  }
}
