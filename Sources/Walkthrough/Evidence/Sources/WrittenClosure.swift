import SwiftSyntax

/// A closure in the text of a file, with the call that takes it.
struct WrittenClosure: Equatable, Sendable {
  /// The receiver of the call, in short: `Disposables`.
  var base: String?
  var callee: String
  /// The label of the argument; nil if it has none.
  var label: String?
  var lines: ClosedRange<Int>

  static func all(in parsed: ParsedSource) -> [WrittenClosure] {
    let collector = ClosureCollector(converter: parsed.converter)
    collector.walk(parsed.tree)
    return collector.closures
  }
}

private final class ClosureCollector: SyntaxVisitor {
  private(set) var closures: [WrittenClosure] = []
  private let converter: SourceLocationConverter

  init(converter: SourceLocationConverter) {
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    for argument in node.arguments { add(argument.expression, argument.label, of: node) }
    if let trailing = node.trailingClosure { add(ExprSyntax(trailing), nil, of: node) }
    for trailing in node.additionalTrailingClosures { add(ExprSyntax(trailing.closure), trailing.label, of: node) }
    return .visitChildren
  }

  private func add(_ expression: ExprSyntax, _ label: TokenSyntax?, of call: FunctionCallExprSyntax) {
    guard let closure = expression.as(ClosureExprSyntax.self) else { return }
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    let callee = member?.declName.baseName.text ?? call.calledExpression.trimmedDescription
    let start = converter.location(for: closure.positionAfterSkippingLeadingTrivia).line
    let end = converter.location(for: closure.endPositionBeforeTrailingTrivia).line
    closures.append(
      WrittenClosure(
        base: member?.base?.trimmedDescription, callee: callee, label: label?.text, lines: start...max(start, end)))
  }
}
