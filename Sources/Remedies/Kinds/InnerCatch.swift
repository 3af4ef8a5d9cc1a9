import SwiftSyntax
import TraceAnalysis

/// `taps.flatMap { page($0) }.catchAndReturn("")` becomes `taps.flatMap { page($0).catchAndReturn("") }`.
enum InnerCatch: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let call = try source.call(for: change)
    guard ["catchAndReturn", "catchErrorJustReturn"].contains(change.name) else {
      throw NoEdit("what `\(change.name)` goes on with may not fit an inner sequence")
    }
    guard let access = call.access, let stage = access.base?.as(FunctionCallExprSyntax.self),
      let name = stage.nameToken?.text, ["flatMap", "flatMapLatest", "flatMapFirst", "concatMap"].contains(name),
      let place = stage.nameToken?.trimmedBytes.lowerBound, source.line(of: place) == change.other?.line,
      change.other?.file == change.place.file
    else { throw NoEdit("`\(change.name)` does not stand directly behind the operator whose inner sequence failed") }
    guard stage.closures.count == 1, let inner = Self.result(of: stage.closures[0]) else {
      throw NoEdit("the closure of `\(name)` has several statements")
    }
    let text = source.text(in: access.period.trimmedBytes.lowerBound..<call.trimmedBytes.upperBound)
    guard !text.contains("$") else { throw NoEdit("`\(change.name)` uses a parameter of a closure around it") }
    return [source.insertion(text, at: inner.trimmedBytes.upperBound), try source.removal(of: call)]
  }

  /// The chain that a closure returns, if that is all it does.
  private static func result(of closure: ClosureExprSyntax) -> ExprSyntax? {
    guard closure.statements.count == 1, let item = closure.statements.first?.item else { return nil }
    let result = item.as(ExprSyntax.self) ?? item.as(StmtSyntax.self)?.as(ReturnStmtSyntax.self)?.expression
    let kinds: [SyntaxKind] = [.functionCallExpr, .memberAccessExpr, .declReferenceExpr]
    return result.flatMap { kinds.contains($0.kind) ? $0 : nil }
  }
}
