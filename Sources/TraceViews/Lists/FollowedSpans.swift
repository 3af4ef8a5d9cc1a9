import RxTrace
import TraceFormat

/// The calls of a recording that may still be written, as requests for an OpenTelemetry collector.
///
/// Memory does not grow with the run: calls are read only when the next request is asked for.
package struct FollowedSpans {
  private let follower: StepFollower
  private var form: SpanForm
  private let out = ByteBuilder()
  /// Whether records have been loaded that are not all read.
  private var isLoaded = false

  /// An `ExportTraceServiceRequest` as JSON.
  package struct Request {
    package var body: [UInt8]
    package var spans: Int
  }

  private static let mostSpans = 512
  /// The most events of a span, as in OpenTelemetry's own libraries.
  private static let mostEvents = 128
  /// The most bytes of a request, because collectors refuse requests that are much larger.
  private static let mostBytes = 1 << 20

  /// - Parameter service: the name that collectors show for the program.
  /// - Throws: ``TraceError``, ``SystemError``
  package init(path: String, service: String) throws {
    try self.init(StepFollower(path: path), service: service)
  }

  package init(_ follower: StepFollower, service: String) {
    self.follower = follower
    form = SpanForm(service: service, most: SpanForm.Most(spans: .max, events: Self.mostEvents))
    form.begin(follower, out)
  }

  /// The most calls that newer ones may have replaced before they were read.
  package var missedCalls: Int { follower.missedCalls }

  /// Reads on until a request is full.
  /// - Parameter isOver: whether nobody writes any more.
  /// - Returns: nil if the calls that have returned so far do not fill one.
  package mutating func next(isOver: Bool) throws -> Request? {
    while true {
      while try isLoaded && follower.advance() {
        form.add(follower, out)
        if isFull { return rest() }
      }
      if isOver { follower.passUnfinished() }
      isLoaded = try loadMore()
      guard isLoaded else { return nil }
    }
  }

  private var isFull: Bool { form.count >= Self.mostSpans || out.count >= Self.mostBytes }

  private mutating func loadMore() throws -> Bool {
    if try follower.loadMore() { return true }
    guard follower.shouldForget else { return false }
    form.forget(follower, out)
    follower.forget()
    return try follower.loadMore()
  }

  /// The calls that have been read and are in no request yet; nil if there are none.
  package mutating func rest() -> Request? {
    let spans = form.count
    guard spans > 0 else { return nil }
    form.endRequest(out)
    defer { out.removeAll() }
    return Request(body: Array(out.bytes), spans: spans)
  }

  /// Ends the calls that are under way, and the run, because nobody writes any more and everything has been read.
  package mutating func last() throws -> Request? {
    follower.finish()
    try form.endRun(follower, out)
    return rest()
  }
}
