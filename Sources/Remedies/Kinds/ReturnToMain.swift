import SwiftSyntax
import TraceAnalysis

/// Inserts `.observe(on: MainScheduler.instance)` directly before the subscription.
enum ReturnToMain: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let call = try source.call(for: change)
    let type = change.declaringType ?? ""
    guard ["subscribe", "bind"].contains(change.name), let base = call.base,
      ["Observable", "PrimitiveSequence", "Infallible"].contains(where: type.hasPrefix)
    else {
      throw NoEdit("nothing can be put before `\(change.name)`")
    }
    let move = source.continuation(".observe(on: MainScheduler.instance)", beside: call)
    return [source.insertion(move, at: base.trimmedBytes.upperBound)]
  }
}
