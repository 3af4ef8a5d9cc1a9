import SwiftSyntax

/// The lines of a program that only build a test around a pipeline: imports, the test scheduler, its sequences and
/// observers, and the lines that print their marbles. The lines that remain are those that a reader comes for.
struct HarnessLines {
  /// The numbers of the lines, from 1; empty if no other line would remain.
  private(set) var numbers: Set<Int> = []

  init(_ text: String) {
    let source = ParsedSource(text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var kept: Set<Int> = []
    for statement in source.tree.statements { kept.formUnion(Self.keptLines(of: statement, source.converter)) }
    guard !kept.isEmpty else { return }
    numbers = Set(1...max(lines.count, 1)).subtracting(kept)
    // A blank line between lines that are kept is kept as well.
    for number in numbers.sorted() where lines[number - 1].allSatisfy(\.isWhitespace) {
      if kept.contains(number - 1), kept.contains(number + 1) { numbers.remove(number) }
    }
  }

  private static func keptLines(of statement: CodeBlockItemSyntax, _ places: SourceLocationConverter) -> Set<Int> {
    if statement.item.is(ImportDeclSyntax.self) { return [] }
    if let closure = startClosure(in: statement) {
      let own = lines(of: Syntax(closure), places)
      let body = lines(of: Syntax(closure.statements), places)
      return own.count > 1 ? body : isReference(closure) ? [] : lines(of: Syntax(statement), places)
    }
    return isHarness(statement) ? [] : lines(of: Syntax(statement), places)
  }

  /// The closure that a test scheduler is started with: `scheduler.start(from: 0) { numbers.map { … } }`.
  private static func startClosure(in statement: CodeBlockItemSyntax) -> ClosureExprSyntax? {
    let value = statement.item.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value
    guard let call = (value ?? statement.item.as(ExprSyntax.self))?.as(FunctionCallExprSyntax.self),
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "start"
    else { return nil }
    return call.trailingClosure
  }

  private static func isReference(_ closure: ClosureExprSyntax) -> Bool {
    closure.statements.count == 1 && closure.statements.first?.item.is(DeclReferenceExprSyntax.self) == true
  }

  private static let makers = [
    "MarbleArguments(", "TestScheduler(", ".createHotObservable(", ".createColdObservable(", ".createObserver(",
  ]

  private static func isHarness(_ statement: CodeBlockItemSyntax) -> Bool {
    let text = statement.trimmedDescription
    if statement.item.is(VariableDeclSyntax.self) { return makers.contains(where: text.contains) }
    return text.hasPrefix("print(") || text == "scheduler.start()"
  }

  private static func lines(of node: Syntax, _ places: SourceLocationConverter) -> Set<Int> {
    let first = places.location(for: node.positionAfterSkippingLeadingTrivia).line
    let last = places.location(for: node.endPositionBeforeTrailingTrivia).line
    return first <= last ? Set(first...last) : []
  }
}
