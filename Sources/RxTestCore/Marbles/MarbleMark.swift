/// A mark in a marble diagram.
public enum MarbleMark: Hashable, Sendable {
  /// An element, by its name.
  case element(String)
  /// `|`, the completion of the sequence.
  case completed
  /// `#`, the error of the sequence.
  case error
  /// `^`, the beginning of the subscription.
  case subscription
  /// `!`, the end of the subscription.
  case unsubscription

  /// Characters with a meaning of their own: an element's name can contain them only in quotation marks.
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

  /// The mark's text in a diagram.
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
