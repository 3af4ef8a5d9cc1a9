import Foundation
import RxTrace
import TraceAnalysis

/// The edits of files as a text that `git apply` and `patch -p1` take.
package struct UnifiedDiff {
  /// A run of lines that other lines replace.
  private struct Block {
    /// The replaced lines, counted from 0.
    var old: Range<Int>
    var new: [[UInt8]]
  }

  private static let context = 3

  /// The files with their names: relative to the folder in which the patch is applied.
  private let files: [(name: String, file: EditPlan.File)]

  /// - Parameter folder: the folder in which the patch is applied.
  /// - Throws: ``SystemError/failed(_:)`` for a file that lies elsewhere.
  package init(_ plan: EditPlan, in folder: String = FileManager.default.currentDirectoryPath) throws {
    let root = (realPath(folder) ?? folder) + "/"
    files = try plan.files.map { file in
      let path = realPath(file.path) ?? file.path
      guard path.hasPrefix(root) else {
        throw SystemError.failed("\(file.path): lies outside of this folder, to which a diff is relative; use --apply")
      }
      return (String(path.dropFirst(root.count)), file)
    }
  }

  package var text: String { files.map { Self.text(of: $0.file, named: $0.name) }.joined() }

  private static func text(of file: EditPlan.File, named name: String) -> String {
    let old = lines(of: file.bytes)
    var (text, shift) = ("--- \(quoted("a/" + name))\n+++ \(quoted("b/" + name))\n", 0)
    for hunk in hunks(blocks(of: file, old)) {
      let first = max(0, hunk[0].old.lowerBound - context)
      let last = min(old.count, hunk.last!.old.upperBound + context)
      let added = hunk.reduce(0) { $0 + $1.new.count - $1.old.count }
      text += "@@ -\(range(first, last - first)) +\(range(first + shift, last - first + added)) @@\n"
      var position = first
      for block in hunk {
        text += marked(" ", old[position..<block.old.lowerBound])
        text += marked("-", old[block.old]) + marked("+", block.new[...])
        position = block.old.upperBound
      }
      text += marked(" ", old[position..<last])
      shift += added
    }
    return text
  }

  private static func range(_ first: Int, _ count: Int) -> String { "\(count == 0 ? first : first + 1),\(count)" }

  private static func marked(_ mark: String, _ lines: ArraySlice<[UInt8]>) -> String {
    lines.map { line in
      let text = mark + String(decoding: line, as: UTF8.self)
      return line.last == UInt8(ascii: "\n") ? text : text + "\n\\ No newline at end of file\n"
    }.joined()
  }

  /// A name as git writes it.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0 > 31 && $0 < 127 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard !isPlain else { return name.contains(" ") ? name + "\t" : name }
    let bytes = name.utf8.map { byte -> String in
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return "\\" + String(UnicodeScalar(byte)) }
      let octal = String(byte, radix: 8)
      return byte > 31 && byte < 127
        ? String(UnicodeScalar(byte)) : "\\" + String(repeating: "0", count: 3 - octal.count) + octal
    }
    return "\"" + bytes.joined() + "\""
  }

  // MARK: Lines

  /// The lines with their ends.
  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) + [10] }
    lines[lines.count - 1].removeLast()
    return lines.last!.isEmpty ? lines.dropLast() : lines
  }

  /// The blocks of lines that edits change. Edits of one line are in one block.
  private static func blocks(of file: EditPlan.File, _ old: [[UInt8]]) -> [Block] {
    var starts = [0]
    for line in old { starts.append(starts.last! + line.count) }
    func line(of byte: Int) -> Int { max(0, (starts.firstIndex { $0 > byte } ?? old.count) - 1) }
    var blocks: [(lines: Range<Int>, edits: [FileEdit])] = []
    for edit in file.edits {
      let first = min(line(of: edit.bytes.lowerBound), max(0, old.count - 1))
      let last = max(first, min(line(of: max(edit.bytes.lowerBound, edit.bytes.upperBound - 1)), old.count - 1))
      // An edit that removes a line end may join the next line to this one.
      let joins =
        edit.bytes.upperBound == starts[last + 1] && !edit.bytes.isEmpty
        && edit.bytes.lowerBound > starts[first] && last + 1 < old.count
      let lines = first..<(last + (joins ? 2 : 1))
      if let place = blocks.indices.last, blocks[place].lines.overlaps(lines) {
        blocks[place].lines = blocks[place].lines.lowerBound..<max(blocks[place].lines.upperBound, lines.upperBound)
        blocks[place].edits.append(edit)
      } else {
        blocks.append((lines, [edit]))
      }
    }
    return blocks.map { block in
      let bytes = starts[block.lines.lowerBound]..<starts[block.lines.upperBound]
      var (new, position): ([UInt8], Int) = ([], bytes.lowerBound)
      for edit in block.edits {
        new += file.bytes[position..<edit.bytes.lowerBound] + Array(edit.replacement.utf8)
        position = edit.bytes.upperBound
      }
      new += file.bytes[position..<bytes.upperBound]
      return trimmed(Block(old: block.lines, new: new.isEmpty ? [] : lines(of: new)), old)
    }
  }

  /// The block without the unchanged lines at both ends.
  private static func trimmed(_ block: Block, _ old: [[UInt8]]) -> Block {
    var block = block
    while let line = block.new.first, !block.old.isEmpty, old[block.old.lowerBound] == line {
      block.new.removeFirst()
      block.old = (block.old.lowerBound + 1)..<block.old.upperBound
    }
    while let line = block.new.last, !block.old.isEmpty, old[block.old.upperBound - 1] == line {
      block.new.removeLast()
      block.old = block.old.lowerBound..<(block.old.upperBound - 1)
    }
    return block
  }

  /// The hunks. Blocks whose contexts touch are in one hunk.
  private static func hunks(_ blocks: [Block]) -> [[Block]] {
    blocks.reduce(into: [[Block]]()) { hunks, block in
      if let last = hunks.last?.last, block.old.lowerBound - last.old.upperBound <= 2 * context {
        hunks[hunks.count - 1].append(block)
      } else {
        hunks.append([block])
      }
    }
  }
}
