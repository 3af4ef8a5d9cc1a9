/// A problem at a place within a file whose name is not known here; a caller that knows it adds the name to the message.
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
