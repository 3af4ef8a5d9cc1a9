/// What can stand in a marble diagram.
public enum MarbleMark: Hashable, Sendable {
  /// An element, by its name.
  case element(String)
  /// `|`, the end of the sequence.
  case completed
  /// `#`, the error that ends the sequence.
  case error
  /// `^`, where somebody subscribes.
  case subscription
  /// `!`, where the subscription ends.
  case unsubscription

  /// Characters with a meaning of their own, which an element's name shows only in quotation marks.
  static let reserved: Set<Character> = ["-", "|", "#", "(", ")", "^", "!", "'"]

  init?(symbol: Character) {
    switch symbol {
    case "|": self = .completed
    case "#": self = .error
    case "^": self = .subscription
    case "!": self = .unsubscription
    case _ where Self.reserved.contains(symbol): return nil
    default: self = .element(String(symbol))
    }
  }

  /// How a diagram shows it.
  var text: String {
    switch self {
    case .completed: "|"
    case .error: "#"
    case .subscription: "^"
    case .unsubscription: "!"
    case .element(let name): Self.isPlain(name) ? name : "'" + name.replacing("'", with: "''") + "'"
    }
  }

  private static func isPlain(_ name: String) -> Bool {
    guard name.count == 1, let character = name.first else { return false }
    return !reserved.contains(character) && !character.isWhitespace
  }
}
