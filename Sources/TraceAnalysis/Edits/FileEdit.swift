/// A replacement of a piece of a source file.
package struct FileEdit: Hashable, Sendable {
  /// A place in a file.
  package struct Position: Hashable, Sendable {
    /// The number of the line, from 1.
    package var line: Int
    /// The number of the column in Unicode scalars, from 1.
    package var column: Int

    package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
  }

  /// The path of the file.
  package var file: String
  /// The piece that is replaced, in bytes of UTF-8 from the beginning of the file; empty for an insertion.
  package var bytes: Range<Int>
  package var start: Position
  package var end: Position
  package var replacement: String

  package init(file: String, bytes: Range<Int>, start: Position, end: Position, replacement: String) {
    (self.file, self.bytes, self.start, self.end, self.replacement) = (file, bytes, start, end, replacement)
  }
}
