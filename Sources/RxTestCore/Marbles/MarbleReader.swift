/// Reads a marble diagram character by character.
struct MarbleReader {
  private let diagram: String
  private let characters: [Character]
  private var next = 0
  private var tick = 0
  /// The index of the open group's `(`; nil outside of a group.
  private var group: Int?
  private var marks: [Recorded<MarbleMark>] = []

  init(_ diagram: String) {
    self.diagram = diagram
    characters = Array(diagram)
  }

  mutating func read() throws(MarbleError) -> [Recorded<MarbleMark>] {
    while next < characters.count {
      try readOne()
      next += 1
    }
    if let group { throw mistake("`(` without a `)` after it", at: group) }
    return marks
  }

  private mutating func readOne() throws(MarbleError) {
    let character = characters[next]
    switch character {
    case "-" where group != nil: throw mistake("no time passes within a group", at: next)
    case "-": tick += 1
    case "(":
      guard group == nil else { throw mistake("a group within a group", at: next) }
      group = next
    case ")":
      guard group != nil else { throw mistake("`)` without a `(` before it", at: next) }
      group = nil
      tick += 1
    case "'": add(.element(try readQuotedName()))
    case _ where character.isWhitespace: break
    default:
      guard let mark = MarbleMark(symbol: character) else { throw mistake("`\(character)` has no meaning", at: next) }
      try addOnce(mark)
    }
  }

  private mutating func addOnce(_ mark: MarbleMark) throws(MarbleError) {
    if [.subscription, .unsubscription].contains(mark), marks.contains(where: { $0.value == mark }) {
      throw mistake("a second `\(mark.text)`", at: next)
    }
    add(mark)
  }

  private mutating func add(_ mark: MarbleMark) {
    marks.append(Recorded(time: tick, value: mark))
    if group == nil { tick += 1 }
  }

  /// Reads a name, in which a quotation mark is written twice, up to the quotation mark that ends it.
  private mutating func readQuotedName() throws(MarbleError) -> String {
    let start = next
    var name = ""
    while true {
      next += 1
      guard next < characters.count else { throw mistake("`'` without a `'` after it", at: start) }
      if characters[next] == "'" {
        guard next + 1 < characters.count, characters[next + 1] == "'" else { return name }
        next += 1
      }
      name.append(characters[next])
    }
  }

  private func mistake(_ reason: String, at index: Int) -> MarbleError {
    MarbleError(diagram: diagram, column: index + 1, reason: reason)
  }
}
