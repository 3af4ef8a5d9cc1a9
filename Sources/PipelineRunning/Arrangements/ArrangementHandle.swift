import Foundation

/// A value that readers of a picture change in place: one in the program's text, or the tick at which its result is
/// subscribed to or disposed of.
///
///     ArrangementHandle(place: .text(before: "throttle(.seconds(", after: ")"), values: ["1", "2", "3"], recorded: 2)
///
/// The program is run with each of the values, for each arrangement of its marbles.
public struct ArrangementHandle: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    /// Between two pieces of the program's text, which stand only once in it with the program's own value in between.
    case text(before: String, after: String)
    case subscription, disposal
  }

  public var place: Place
  /// Expressions; ticks for a subscription or a disposal, of which one that does not happen is ``never``.
  public var values: [String]
  /// The position in ``values`` of the program's own.
  public var recorded: Int

  public init(place: Place, values: [String], recorded: Int) {
    (self.place, self.values, self.recorded) = (place, values, recorded)
  }

  /// In ``values``, a disposal that does not happen.
  public static let never = "never"
}

extension ArrangementHandle {
  /// The handle as the driver reads it: values are given by their positions, and moments by their ticks.
  var text: String {
    let (kind, numbers) =
      switch place {
      case .text: ("number", values.indices.map(String.init))
      case .subscription: ("subscription", values)
      case .disposal: ("disposal", values.map { $0 == Self.never ? "-1" : $0 })
      }
    return ([kind] + numbers).joined(separator: " ")
  }
}

extension Sequence<ArrangementHandle> {
  /// The number of combinations of values.
  public var combinations: Int { reduce(1) { $0 * $1.values.count } }

  /// A program's texts in which the driver chooses the values, and an expression that chooses one of the texts. There
  /// is a text for each name of a member, because such names cannot stand in a list.
  func replaced(in text: String) -> (texts: [String], choice: String) {
    var (texts, choice) = ([text], "0")
    for (number, handle) in enumerated() {
      guard case .text(let before, let after) = handle.place else { continue }
      let isMember = before.hasSuffix(".")
      let list = "[\(handle.values.joined(separator: ", "))][handles[\(number)]]"
      texts = texts.flatMap { text -> [String] in
        guard let range = text.range(of: "\(before)\(handle.values[handle.recorded])\(after)") else { return [text] }
        return (isMember ? handle.values : [list]).map {
          text.replacingCharacters(in: range, with: before + $0 + after)
        }
      }
      if isMember { choice = "(\(choice)) * \(handle.values.count) + handles[\(number)]" }
    }
    return (texts, choice)
  }
}
