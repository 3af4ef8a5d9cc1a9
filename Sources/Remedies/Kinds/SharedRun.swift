import SwiftSyntax
import TraceAnalysis

/// Inserts `.share(replay: 1)` after the stage, or before the call that makes it a `Single`, which has no `share`.
enum SharedRun: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let call = try source.call(for: change)
    let share = source.continuation(".share(replay: 1)", beside: call)
    let types = ["ObservableType", "Observable", "InfallibleType", "Infallible"]
    guard let type = change.declaringType, types.contains(type),
      !["publish", "replay", "replayAll", "multicast"].contains(change.name)
    else { throw NoEdit("the result of `\(change.name)` may have no `share`") }
    if let base = call.base, ["asSingle", "asMaybe", "asCompletable", "toArray", "first"].contains(change.name) {
      return [source.insertion(share, at: base.trimmedBytes.upperBound)]
    }
    return [source.insertion(share, at: call.trimmedBytes.upperBound)]
  }
}
