/// The words that a user looks for.
public struct Query {
  public let text: String

  /// Words without the blanks around them.
  public init(_ text: String) {
    self.text = text.split(separator: " ").joined(separator: " ")
  }

  public var isEmpty: Bool { text.isEmpty }
}
