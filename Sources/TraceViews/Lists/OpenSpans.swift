import RxTrace

/// A call that has not returned, as a span.
struct OpenSpan {
  var step: StreamedStep
  /// Nanoseconds since the recording started. Even in a damaged file, the span lies within that of the enclosing call.
  var start: UInt64 = 0
  var end: UInt64 = 0
  /// The events within the span so far, and as JSON the error with which it failed.
  let events = SpanEvents()
  let failure = ByteBuilder()
  var isFailed = false
  /// Whether a closure threw the error.
  var hasThrown = false
}

/// The events of a span, as JSON.
final class SpanEvents {
  let text = ByteBuilder()
  /// The most events that are kept; nil for all.
  var most: Int?
  private var count = 0
  private(set) var dropped = 0

  /// - Returns: the text to which the next event is appended; nil if the span has as many as it may have.
  func begin() -> ByteBuilder? {
    if let most, count >= most {
      dropped += 1
      return nil
    }
    count += 1
    return text
  }

  func removeAll() {
    text.removeAll()
    (count, dropped) = (0, 0)
  }
}

/// The spans of a thread's calls that are under way, outermost first.
struct OpenSpans {
  /// The spans, of which only the first ``count`` are in use. The buffers of the others are used again.
  private var spans: [OpenSpan] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }

  var last: OpenSpan { spans[count - 1] }

  /// - Parameters:
  ///   - step: the step of the call. Its values are valid only until the next step, and are not kept.
  ///   - most: the most events that the span may have; nil for all.
  mutating func begin(_ step: StreamedStep, most: Int?) {
    if count == spans.count { spans.append(OpenSpan(step: step)) }
    spans[count].events.most = most
    let start = max(step.time, count > 0 ? spans[count - 1].start : 0)
    spans[count].step = step
    (spans[count].step.value, spans[count].step.thrown) = (.none, .none)
    (spans[count].start, spans[count].end) = (start, start)
    (spans[count].isFailed, spans[count].hasThrown) = (false, false)
    spans[count].events.removeAll()
    spans[count].failure.removeAll()
    count += 1
  }

  /// Marks the last span as failed.
  mutating func fail(hasThrown: Bool) {
    (spans[count - 1].isFailed, spans[count - 1].hasThrown) = (true, hasThrown)
  }

  /// Ends the last span, and lets the one around it last at least as long.
  mutating func end(at time: UInt64) -> OpenSpan {
    count -= 1
    spans[count].end = max(spans[count].end, time)
    if count > 0 { spans[count - 1].end = max(spans[count - 1].end, spans[count].end) }
    return spans[count]
  }
}
