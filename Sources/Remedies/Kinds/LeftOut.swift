import SwiftSyntax
import TraceAnalysis

/// Removes a `subscribe(on:)` from its chain.
enum LeftOut: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let calls = source.calls(for: change)
    // The second of two such calls in one chain does nothing.
    let isChain = change.other == change.place && calls.count == 2
    let outer = isChain ? calls.max { $0.trimmedBytes.upperBound < $1.trimmedBytes.upperBound } : nil
    let call = if let outer { outer } else { try source.call(for: change) }
    guard call.arguments.first?.label?.text == "on" || change.name == "subscribeOn" else {
      throw NoEdit("the text of line \(change.place.line) has no `subscribe(on:)`")
    }
    return [try source.removal(of: call)]
  }
}
