/// A pattern for names, as shells have them: `*` stands for any characters, `?` for one.
///
///     WildcardPattern("Map*").matches("MapSink")
///     // Result: true
public struct WildcardPattern: Hashable, Sendable {
  public let text: String
  private let characters: [Character]

  public init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  /// Whether the pattern matches the whole of `name`.
  public func matches(_ name: some StringProtocol) -> Bool {
    let name = Array(name)
    var (position, place) = (0, 0)
    // The place to resume at if the text after the latest star does not match. The star then takes one more character.
    var retry: (position: Int, place: Int)?
    while place < name.count {
      if position < characters.count, characters[position] == "*" {
        position += 1
        retry = (position, place)
      } else if position < characters.count, characters[position] == "?" || characters[position] == name[place] {
        (position, place) = (position + 1, place + 1)
      } else if let last = retry {
        retry = (last.position, last.place + 1)
        (position, place) = (last.position, last.place + 1)
      } else {
        return false
      }
    }
    return characters[position...].allSatisfy { $0 == "*" }
  }
}
