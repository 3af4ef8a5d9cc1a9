import RxTrace
import SwiftParser
import SwiftSyntax

/// What one file declares.
struct CollectedDeclarations {
  var declarations: [Declaration] = []
  /// What extensions add to the inheritance clauses of types: name of the type, names of the protocols.
  var conformances: [(type: String, protocols: [String])] = []

  /// Reads a file with the compiler's own parser; what cannot be parsed is left out.
  init(text: String, file: Int) {
    let tree = Parser.parse(source: text)
    let collector = DeclarationCollector(
      file: file, converter: SourceLocationConverter(fileName: "", tree: tree))
    collector.walk(tree)
    declarations = collector.declarations
    conformances = collector.conformances
  }
}

private final class DeclarationCollector: SyntaxVisitor {
  private(set) var declarations: [Declaration] = []
  private(set) var conformances: [(type: String, protocols: [String])] = []
  private var owners: [String] = []
  private let file: Int
  private let converter: SourceLocationConverter

  init(file: Int, converter: SourceLocationConverter) {
    self.file = file
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .class, node.name) }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .struct, node.name) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .enum, node.name) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .actor, node.name) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .protocol, node.name) }
  override func visitPost(_ node: ClassDeclSyntax) { owners.removeLast() }
  override func visitPost(_ node: StructDeclSyntax) { owners.removeLast() }
  override func visitPost(_ node: EnumDeclSyntax) { owners.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { owners.removeLast() }
  override func visitPost(_ node: ProtocolDeclSyntax) { owners.removeLast() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = Self.typeName(node.extendedType)
    conformances.append((name, Self.inherited(node.inheritanceClause)))
    owners.append(name)
    return .visitChildren
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { owners.removeLast() }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = Self.labels(node.signature.parameterClause)
    let signature = Self.oneLine(node.with(\.body, nil))
    add(node, .function, node.name.text, labels, signature, hasBody: node.body != nil)
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    let labels = Self.labels(node.signature.parameterClause)
    let signature = Self.oneLine(node.with(\.body, nil))
    add(node, .initializer, "init", labels, signature, hasBody: node.body != nil)
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
      add(node, .property, name, "", "\(node.bindingSpecifier.text) \(name)")
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    for element in node.elements { add(node, .enumCase, element.name.text, "", "case \(element.name.text)") }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func enter(
    _ node: some DeclGroupSyntax, _ kind: Declaration.Kind, _ name: TokenSyntax
  ) -> SyntaxVisitorContinueKind {
    add(
      node, kind, name.text, "", "\(kind.rawValue) \(name.text)", inherited: Self.inherited(node.inheritanceClause))
    owners.append((owners.last.map { $0 + "." } ?? "") + name.text)
    return .visitChildren
  }

  private func add(
    _ node: some DeclSyntaxProtocol, _ kind: Declaration.Kind, _ baseName: String, _ labels: String,
    _ signature: String, inherited: [String] = [], hasBody: Bool = true
  ) {
    let start = converter.location(for: node.positionAfterSkippingLeadingTrivia).line
    let end = converter.location(for: node.endPositionBeforeTrailingTrivia).line
    declarations.append(
      Declaration(
        kind: kind, owner: owners.last, baseName: baseName, name: baseName + labels, signature: signature,
        documentation: Self.documentation(node.leadingTrivia), file: file, lines: start...max(start, end),
        inherited: inherited, hasBody: hasBody))
  }

  /// Parameters such as `line: UInt = #line` are left out: nobody who calls the method writes them.
  private static func labels(_ clause: FunctionParameterClauseSyntax) -> String {
    let written = clause.parameters.filter { $0.defaultValue?.value.is(MacroExpansionExprSyntax.self) != true }
    return "(" + written.map { $0.firstName.text + ":" }.joined() + ")"
  }

  private static func inherited(_ clause: InheritanceClauseSyntax?) -> [String] {
    clause?.inheritedTypes.map { typeName($0.type) } ?? []
  }

  /// Without attributes such as `@unchecked` and without generic arguments.
  private static func typeName(_ type: TypeSyntax) -> String {
    if let attributed = type.as(AttributedTypeSyntax.self) { return typeName(attributed.baseType) }
    return String(type.trimmedDescription.prefix { $0 != "<" })
  }

  private static func oneLine(_ node: some SyntaxProtocol) -> String {
    node.trimmedDescription.split { $0.isWhitespace }.joined(separator: " ")
  }

  private static func documentation(_ trivia: Trivia) -> String {
    trivia.compactMap { piece in
      guard case .docLineComment(let text) = piece else { return nil }
      return text.dropFirst(3).trimmingSpaces()
    }.joined(separator: "\n")
  }
}
