/// A place in a content file, both numbers from 1; columns count characters.
package struct Place: Codable, Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
