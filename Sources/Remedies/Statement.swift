import SwiftSyntax
import TraceAnalysis

/// A statement of a block that has whole lines of its own, so that it can be moved.
struct Statement {
  let item: CodeBlockItemSyntax
  let source: ProgramSource

  /// The innermost statement around a piece of syntax.
  init?(around node: some SyntaxProtocol, in source: ProgramSource) {
    var current: Syntax? = Syntax(node)
    while let node = current {
      if let item = node.as(CodeBlockItemSyntax.self) {
        (self.item, self.source) = (item, source)
        return
      }
      current = node.parent
    }
    return nil
  }

  private init(_ item: CodeBlockItemSyntax, _ source: ProgramSource) { (self.item, self.source) = (item, source) }

  /// The statements of its block, itself among them.
  var block: [Statement] {
    (item.parent?.as(CodeBlockItemListSyntax.self)).map { list in list.map { Statement($0, source) } } ?? [self]
  }

  var text: String { item.trimmedDescription }

  /// The statement's lines, with the end of the last one.
  var lines: Range<Int> {
    let bytes = item.trimmedBytes
    let last = max(bytes.lowerBound, bytes.upperBound - 1)
    return source.startOfLine(with: bytes.lowerBound)..<source.endOfLine(with: last)
  }

  /// Whether the statement begins on a line.
  func begins(onLine line: Int) -> Bool { source.line(of: item.trimmedBytes.lowerBound) == line }

  func precedes(_ other: Statement) -> Bool { item.position < other.item.position }

  /// Whether the statement names a variable.
  func names(_ variable: String) -> Bool {
    item.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .identifier(variable) }
  }

  /// Moves the statement to a place between other lines.
  func move(to byte: Int) throws(NoEdit) -> [FileEdit] {
    let text = source.text(in: lines)
    let before = source.text(in: lines.lowerBound..<item.trimmedBytes.lowerBound)
    guard text.utf8.last == UInt8(ascii: "\n"), before.allSatisfy(\.isWhitespace),
      block.count(where: { $0.lines.overlaps(lines) }) == 1
    else { throw NoEdit("the statement to be moved shares its line with another one") }
    return [source.edit(lines, ""), source.insertion(text, at: byte)]
  }
}
