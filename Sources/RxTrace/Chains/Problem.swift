/// A place in a content file, both numbers from 1; columns count characters.
package struct Place: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// A problem found where only the place within a file is known; whoever knows the file makes a message of it that names
/// the file.
package struct Problem: Error, Equatable {
  package var place: Place
  package var message: String

  package init(_ place: Place, _ message: String) {
    self.place = place
    self.message = message
  }

  package init(line: Int, column: Int = 1, _ message: String) {
    self.init(Place(line: line, column: column), message)
  }
}
