import Foundation

/// A number that readers of a picture change in place: one in the program's text, or the tick at which its result is
/// subscribed to or disposed of.
///
///     ArrangementHandle(place: .number(before: "throttle(.seconds(", after: ")"), values: [1, 2, 3], recorded: 2)
///
/// The program is run with each of the values, for each arrangement of its marbles.
public struct ArrangementHandle: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    /// Between two pieces of the program's text, which stand only once in it with the program's own number in between.
    case number(before: String, after: String)
    case subscription, disposal
  }

  public var place: Place
  /// Ascending. A disposal that does not happen is ``never``, which comes last.
  public var values: [Int]
  /// The position in ``values`` of the program's own.
  public var recorded: Int

  public init(place: Place, values: [Int], recorded: Int) {
    (self.place, self.values, self.recorded) = (place, values, recorded)
  }

  /// In ``values``, a disposal that does not happen.
  public static let never = -1
}

extension ArrangementHandle {
  /// The form that the driver reads.
  var text: String {
    let kind =
      switch place {
      case .number: "number"
      case .subscription: "subscription"
      case .disposal: "disposal"
      }
    return ([kind] + values.map(String.init)).joined(separator: " ")
  }
}

extension Sequence<ArrangementHandle> {
  /// The number of combinations of values.
  public var combinations: Int { reduce(1) { $0 * $1.values.count } }

  /// A program's text in which the driver's numbers stand instead of the program's own.
  func replaced(in text: String) -> String {
    var text = text
    for (number, handle) in enumerated() {
      guard case .number(let before, let after) = handle.place else { continue }
      let own = "\(before)\(handle.values[handle.recorded])\(after)"
      if let range = text.range(of: own) { text.replaceSubrange(range, with: "\(before)handles[\(number)]\(after)") }
    }
    return text
  }
}
