import SwiftSyntax
import TraceAnalysis

/// Removes `latest: false` from `throttle`.
enum SentLatest: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let arguments = try source.call(for: change).arguments
    let found = arguments.first { $0.label?.text == "latest" }
    guard change.name == "throttle", let found, found.expression.trimmedDescription == "false" else {
      throw NoEdit("the text of line \(change.place.line) has no `latest: false`")
    }
    let range =
      if let next = arguments.first(where: { $0.position > found.position }) {
        found.trimmedBytes.lowerBound..<next.trimmedBytes.lowerBound
      } else if let before = arguments.last(where: { $0.position < found.position }) {
        before.expression.trimmedBytes.upperBound..<found.trimmedBytes.upperBound
      } else {
        found.trimmedBytes
      }
    guard !source.text(in: range).contains("//"), !source.text(in: range).contains("/*") else {
      throw NoEdit("a comment stands beside `latest: false`")
    }
    return [source.edit(range, "")]
  }
}
