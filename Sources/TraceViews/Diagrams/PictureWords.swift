/// The surroundings of a picture, which decide the source of its colours.
package enum PictureSetting: Equatable {
  /// The picture is a file of its own.
  case alone
  /// The picture is in a page. It inherits the page's background and text colour, and contains its other rules.
  case page
  /// The picture is in a page whose style sheet has all the rules, because the page's policy allows no inline style.
  /// The page describes the picture in its own words, so that the picture has only a summary.
  case styledPage(summary: String)

  var isStyledByPage: Bool { if case .styledPage = self { true } else { false } }
}

/// The words in pictures besides names and values. A `%` stands for a number or a name.
package struct PictureWords: Sendable {
  package var subscribed = "subscribed"
  package var completed = "completed"
  package var error = "error"
  package var disposed = "disposed"
  package var tooLate = "too late"
  package var tooLateNotDelivered = "too late: not delivered"
  package var notDelivered = "not delivered"
  package var numberOfStep = "numbers of steps"
  package var virtualClock = "ticks of the virtual clock"
  package var step = "step %"
  package var stepAtStart = "Step %"
  package var thread = "thread %"
  package var queue = "queue %"
  /// The name of the main queue.
  package var main = "main"
  /// `%` stands for the number of steps.
  package var allSteps = "% steps"
  /// The signs `%` stand for the numbers of steps that are drawn, of all steps, and of steps that are not drawn.
  package var someSteps = "% of % steps · % not drawn: run, onCore, dispose and what repeats an event"

  package init() {}
}

extension String {
  /// The text with its signs `%` replaced in order.
  package func filled(_ values: any CustomStringConvertible...) -> String {
    var rest = self[...]
    var result = ""
    for value in values {
      guard let sign = rest.firstIndex(of: "%") else { break }
      result += rest[..<sign] + value.description
      rest = rest[rest.index(after: sign)...]
    }
    return result + rest
  }
}
