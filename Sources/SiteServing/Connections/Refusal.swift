import NIOHTTP1

/// The reason why a request is refused.
struct Refusal: Error, Equatable {
  var status: HTTPResponseStatus
  /// One line for a person who reads the answer.
  var message: String
  /// Whether a browser that shows the message should retry in a second, because the next build may have the page.
  var isForNow: Bool

  init(_ status: HTTPResponseStatus, _ message: String, isForNow: Bool = false) {
    self.status = status
    self.message = message
    self.isForNow = isForNow
  }

  static let busy = Refusal(.serviceUnavailable, "too many connections are open")
}
