import SwiftSyntax

extension SyntaxProtocol {
  /// The node's bytes in the file, without the space and the comments around them.
  var trimmedBytes: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// Whether the node names `self`.
  var namesSelf: Bool { tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.self) } }
}

extension FunctionCallExprSyntax {
  /// `numbers.map` of `numbers.map { … }`
  var access: MemberAccessExprSyntax? {
    (calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? calledExpression)
      .as(MemberAccessExprSyntax.self)
  }

  /// The part of the chain that stands before the call.
  var base: ExprSyntax? { access?.base }

  /// The name of the function.
  var nameToken: TokenSyntax? {
    if let access { return access.declName.baseName }
    let called = calledExpression.as(GenericSpecializationExprSyntax.self)?.expression ?? calledExpression
    return called.as(DeclReferenceExprSyntax.self)?.baseName
  }

  /// Whether the call can be one of a function whose parameters have these labels.
  func fits(_ labels: [String]) -> Bool { arguments.allSatisfy { labels.contains($0.label?.text ?? "_") } }

  /// The closures that the call passes.
  var closures: [ClosureExprSyntax] {
    arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) } + [trailingClosure].compactMap(\.self)
      + additionalTrailingClosures.map(\.closure)
  }
}
