import SwiftSyntax
import TraceAnalysis

/// `flatMap` becomes `flatMapLatest`, and a `merge()` or `merge(maxConcurrent: 2)` of sequences `switchLatest()`.
enum LatestInner: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let call = try source.call(for: change)
    guard !(change.declaringType?.hasPrefix("PrimitiveSequence") ?? false) else {
      throw NoEdit("a `Single` or `Maybe` has no `flatMapLatest`")
    }
    switch change.name {
    case "flatMap": return [try source.renaming(call, "flatMapLatest")]
    case "merge" where call.base != nil && call.arguments.isEmpty && call.closures.isEmpty:
      return [try source.renaming(call, "switchLatest")]
    case "merge" where call.base != nil && call.arguments.map(\.label?.text) == ["maxConcurrent"]:
      return [try source.renaming(call, "switchLatest"), source.edit(call.arguments.trimmedBytes, "")]
    default: throw NoEdit("`\(change.name)` has no form that disposes older inner sequences")
    }
  }
}
