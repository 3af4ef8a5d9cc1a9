/// A line of the program's view before lines are folded and cut, for code that compares such lines.
package struct ProgramRow: Hashable, Sendable {
  /// A piece of the line's text.
  package struct Part: Hashable, Sendable {
    package enum Kind: Sendable { case stage, value, printed, word }

    package var kind: Kind
    package var text: String
    /// The line of the program's source that made the stage; nil for other parts.
    package var place: SourceLine?

    package init(_ kind: Kind, _ text: String, place: SourceLine? = nil) {
      (self.kind, self.text, self.place) = (kind, text, place)
    }
  }

  /// The number of the step that the line is about.
  package var step: Int
  /// The number of the outermost call around the step that the line tells of.
  package var root: Int
  /// The number of lines that enclose this line.
  package var level: Int
  package var parts: [Part]
  /// `who.swift:5 addToCart()`
  package var place: String?
  package var thread: String?
  /// The fate of the event, in a word.
  package var outcome: String?

  package init(
    step: Int, root: Int, level: Int, parts: [Part], place: String?, thread: String?, outcome: String?
  ) {
    (self.step, self.root, self.level, self.parts) = (step, root, level, parts)
    (self.place, self.thread, self.outcome) = (place, thread, outcome)
  }

  /// `cart ● 1`
  package var text: String { parts.map(\.text).joined() }
}
