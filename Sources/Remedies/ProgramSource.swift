import RxTrace
import SwiftParser
import SwiftSyntax
import TraceAnalysis

/// A source file of the program, as it was recorded, in which calls can be found and edited.
struct ProgramSource {
  let path: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax
  /// The position of each line's first byte.
  private let starts: [Int]
  private let calls: [Int: [FunctionCallExprSyntax]]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    tree = Parser.parse(source: String(decoding: bytes, as: UTF8.self))
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    let collector = CallCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    let starts = starts
    calls = Dictionary(grouping: collector.calls) { call in
      Self.line(of: call.nameToken?.positionAfterSkippingLeadingTrivia.utf8Offset ?? 0, starts)
    }
  }

  // MARK: Lines

  /// The number of the line that has a byte, from 1.
  func line(of byte: Int) -> Int { Self.line(of: byte, starts) }

  private static func line(of byte: Int, _ starts: [Int]) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= byte { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The first byte of the line that has a byte.
  func startOfLine(with byte: Int) -> Int { starts[line(of: byte) - 1] }

  /// The first byte after the line that has a byte.
  func endOfLine(with byte: Int) -> Int {
    let line = line(of: byte)
    return line < starts.count ? starts[line] : bytes.count
  }

  /// The spaces and tabs that a line begins with.
  func indentation(ofLineWith byte: Int) -> String {
    text(in: startOfLine(with: byte)..<endOfLine(with: byte)).prefix { $0 == " " || $0 == "\t" }.description
  }

  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The end of a line, as the file has it.
  var lineEnd: String {
    starts.count > 1 && starts[1] > 1 && bytes[starts[1] - 2] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// One level of indentation, as the first indented line has it.
  var indentationUnit: String {
    starts.lazy.map { indentation(ofLineWith: $0) }.first { !$0.isEmpty } ?? "  "
  }

  // MARK: Calls

  /// The call that a change is about.
  func call(for change: Finding.Change) throws(NoEdit) -> FunctionCallExprSyntax {
    let fitting = calls(for: change)
    guard let call = fitting.first else {
      throw NoEdit("the text of line \(change.place.line) has no call of `\(change.name)`")
    }
    guard fitting.count == 1 else {
      throw NoEdit("line \(change.place.line) has \(fitting.count) calls of `\(change.name)`")
    }
    return call
  }

  /// The calls in a change's line that the change may be about.
  func calls(for change: Finding.Change) -> [FunctionCallExprSyntax] {
    let named = (calls[change.place.line] ?? []).filter { $0.nameToken?.text == change.name }
    return named.count > 1 ? named.filter { $0.fits(change.labels) } : named
  }

  // MARK: Edits

  func edit(_ range: Range<Int>, _ replacement: String) -> FileEdit {
    FileEdit(
      file: path, bytes: range, start: position(of: range.lowerBound), end: position(of: range.upperBound),
      replacement: replacement)
  }

  func insertion(_ text: String, at byte: Int) -> FileEdit { edit(byte..<byte, text) }

  /// The edit that gives the function of a call another name.
  func renaming(_ call: FunctionCallExprSyntax, _ name: String) throws(NoEdit) -> FileEdit {
    guard let token = call.nameToken else { throw NoEdit("the call has no name") }
    return edit(token.trimmedBytes, name)
  }

  /// The edit that removes a call from its chain.
  func removal(of call: FunctionCallExprSyntax) throws(NoEdit) -> FileEdit {
    guard let access = call.access, let base = access.base else { throw NoEdit("nothing stands before the call") }
    let range = base.trimmedBytes.upperBound..<call.trimmedBytes.upperBound
    let gap = text(in: range.lowerBound..<access.period.trimmedBytes.lowerBound)
    guard gap.allSatisfy(\.isWhitespace) else { throw NoEdit("a comment stands before the call") }
    // A call that follows in the same line stays in it.
    let goesOn = range.upperBound < bytes.count && bytes[range.upperBound] == UInt8(ascii: ".")
    return edit(goesOn ? access.period.trimmedBytes.lowerBound..<range.upperBound : range, "")
  }

  /// The text of a further call of a chain, on a line of its own if the call beside it is on one.
  func continuation(_ text: String, beside call: FunctionCallExprSyntax) -> String {
    guard let period = call.access?.period.trimmedBytes.lowerBound else { return text }
    let before = self.text(in: startOfLine(with: period)..<period)
    return before.allSatisfy(\.isWhitespace) ? lineEnd + before + text : text
  }

  private func position(of byte: Int) -> FileEdit.Position {
    let start = startOfLine(with: byte)
    return FileEdit.Position(line: line(of: byte), column: text(in: start..<byte).unicodeScalars.count + 1)
  }
}

private final class CallCollector: SyntaxVisitor {
  var calls: [FunctionCallExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    calls.append(node)
    return .visitChildren
  }
}
