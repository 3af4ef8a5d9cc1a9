import SwiftSyntax
import TraceAnalysis

/// Adds `[weak self]` to the closures of a subscription, which go on only while there is a `self`.
enum WeakCapture: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    let call = try source.call(for: change)
    guard ["subscribe", "bind", "drive", "emit"].contains(change.name) else {
      throw NoEdit("the closures of `\(change.name)` may return something")
    }
    let (base, closures) = (call.base, call.closures.filter { $0.statements.namesSelf })
    if let base, ClosureSearch.closures(in: base).contains(where: \.namesSelf) {
      throw NoEdit("a closure of an operator before `\(change.name)` captures `self` as well, and returns something")
    }
    let others = call.arguments.filter { !$0.expression.is(ClosureExprSyntax.self) }
    guard !others.contains(where: \.namesSelf) else {
      throw NoEdit("`\(change.name)` is given `self` itself, or a method of it")
    }
    guard !closures.isEmpty else { throw NoEdit("no closure of `\(change.name)` names `self`") }
    var edits: [FileEdit] = []
    for closure in closures { edits += try Self.edits(for: closure, in: source) }
    return edits
  }

  private static func edits(
    for closure: ClosureExprSyntax, in source: ProgramSource
  ) throws(NoEdit) -> [FileEdit] {
    guard !ClosureSearch.closures(in: closure.statements).contains(where: \.namesSelf) else {
      throw NoEdit("a closure within the closure captures `self` as well")
    }
    let capture = capture(of: closure, in: source)
    if let token = onlyReceiver(closure.statements) {
      return [capture, source.insertion("?", at: token.trimmedBytes.upperBound)]
    }
    let body = closure.statements.trimmedBytes
    let opening = (closure.signature?.trimmedBytes ?? closure.leftBrace.trimmedBytes).upperBound
    let indentation = source.lineEnd + source.indentation(ofLineWith: body.lowerBound)
    if source.line(of: opening) < source.line(of: body.lowerBound) {
      return [capture, source.insertion(check + indentation, at: body.lowerBound)]
    }
    guard source.line(of: body.upperBound) == source.line(of: opening) else {
      throw NoEdit("the first statement stands on the line of the closure's brace")
    }
    // The whole closure is on one line, which becomes several.
    let inner = indentation + source.indentationUnit
    let head = closure.signature == nil ? [] : [capture]
    let start = (closure.signature == nil ? capture.replacement : "") + inner + check + inner
    let end = body.upperBound..<closure.rightBrace.trimmedBytes.lowerBound
    return head + [source.edit(opening..<body.lowerBound, start), source.edit(end, indentation)]
  }

  private static let check = "guard let self else { return }"

  /// The `self` of a closure whose only statement calls a method of `self` or changes a property.
  private static func onlyReceiver(_ statements: CodeBlockItemListSyntax) -> TokenSyntax? {
    let tokens = Array(statements.tokens(viewMode: .sourceAccurate))
    guard statements.count == 1, statements.first?.item.is(ExprSyntax.self) ?? false, tokens.count > 1,
      tokens[0].tokenKind == .keyword(.self), tokens[1].tokenKind == .period,
      tokens.count(where: { $0.tokenKind == .keyword(.self) }) == 1
    else { return nil }
    return tokens[0]
  }

  private static func capture(of closure: ClosureExprSyntax, in source: ProgramSource) -> FileEdit {
    guard let signature = closure.signature else {
      return source.insertion(" [weak self] in", at: closure.leftBrace.trimmedBytes.upperBound)
    }
    guard let clause = signature.capture else {
      let start =
        signature.parameterClause?.trimmedBytes ?? signature.effectSpecifiers?.trimmedBytes
        ?? signature.returnClause?.trimmedBytes ?? signature.inKeyword.trimmedBytes
      return source.insertion("[weak self] ", at: start.lowerBound)
    }
    if let item = clause.items.first(where: { $0.trimmedDescription.hasPrefix("self") }) {
      return source.insertion("weak ", at: item.trimmedBytes.lowerBound)
    }
    let comma = clause.items.isEmpty ? "" : ", "
    return source.insertion("weak self" + comma, at: clause.leftSquare.trimmedBytes.upperBound)
  }
}

/// The closures in a piece of source, at any depth.
private final class ClosureSearch: SyntaxVisitor {
  private var found: [ClosureExprSyntax] = []

  static func closures(in node: some SyntaxProtocol) -> [ClosureExprSyntax] {
    let search = ClosureSearch(viewMode: .sourceAccurate)
    search.walk(node)
    return search.found
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }
}
