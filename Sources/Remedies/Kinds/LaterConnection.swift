import SwiftSyntax
import TraceAnalysis

/// Moves `numbers.connect()` after the subscriptions that follow it.
enum LaterConnection: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let call = try source.call(for: change)
    guard let numbers = call.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let connection = Statement(around: call, in: source), connection.item.item.is(ExprSyntax.self),
      let line = change.other?.line, change.other?.file == change.place.file
    else { throw NoEdit("what connects is not a statement of its own") }
    let next = connection.block.filter { connection.precedes($0) }
      .prefix { $0.names(numbers) && ($0.names("subscribe") || $0.names("bind")) }
    guard let last = next.last, next.contains(where: { $0.contains(line, source) }) else {
      throw NoEdit("other statements stand between the connection and the subscription")
    }
    return try connection.move(to: last.lines.upperBound)
  }
}

extension Statement {
  fileprivate func contains(_ line: Int, _ source: ProgramSource) -> Bool {
    (source.line(of: lines.lowerBound)...source.line(of: max(lines.lowerBound, lines.upperBound - 1))).contains(line)
  }
}
