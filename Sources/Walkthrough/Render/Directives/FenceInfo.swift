import RxTrace

/// The text after the opening of a fenced block: `kind key=value key="quoted value"`.
struct FenceInfo {
  struct Attribute {
    var key: String
    var value: String
    var place: Place
    var valuePlace: Place
  }

  var kind: String
  var place: Place
  var attributes: [Attribute] = []
  /// Words that are not `key=value`.
  var strayWords: [(text: String, place: Place)] = []

  /// Reads the line that opens a fence.
  init(line: String, number: Int) throws(Problem) {
    let fence = line.firstIndex { $0 == "`" || $0 == "~" } ?? line.startIndex
    let info = line[fence...].drop { $0 == "`" || $0 == "~" }
    let column = line.distance(from: line.startIndex, to: info.startIndex) + 1
    var scanner = LineScanner(String(info), at: Place(line: number, column: column))
    scanner.skipSpaces()
    place = scanner.place
    kind = scanner.takeWhile { !$0.isWhitespace }
    while true {
      scanner.skipSpaces()
      guard !scanner.isAtEnd else { break }
      try readWord(&scanner)
    }
  }

  /// The first attribute with a key.
  func attribute(_ key: String) -> Attribute? { attributes.first { $0.key == key } }

  private mutating func readWord(_ scanner: inout LineScanner) throws(Problem) {
    let place = scanner.place
    let key = scanner.takeWhile { $0 != "=" && !$0.isWhitespace }
    guard scanner.take("=") else {
      strayWords.append((key, place))
      return
    }
    let valuePlace = scanner.place
    let value = scanner.next == "\"" ? try scanner.quoted().content : scanner.takeWhile { !$0.isWhitespace }
    attributes.append(Attribute(key: key, value: value, place: place, valuePlace: valuePlace))
  }
}
