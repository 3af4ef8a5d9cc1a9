import RxTrace

/// An event of a stage, with the beginning of its value.
struct LastEvent {
  /// The number of the step, and its time in nanoseconds since the recording began.
  var step = 0
  var time: UInt64 = 0
  var event: EventKind?
  /// Whether the stage handed it on, rather than was given it.
  var isSent = false
  private var value = StreamedValue.none
  /// The bytes of a value that is text.
  private var bytes: [UInt8] = []
  private var isCut = false

  private static let mostBytes = 200

  mutating func take(_ step: StreamedStep, isSent: Bool = false) {
    (self.step, time, event, self.isSent) = (step.number, step.time, step.event, isSent)
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    switch step.value {
    case .string(let text, let isCut): keep(text, isCut, .string(nothing, isCut: false))
    case .text(let text, let isCut, _): keep(text, isCut, .text(nothing, isCut: false))
    default: value = step.value
    }
  }

  private mutating func keep(_ text: UnsafeRawBufferPointer, _ isCut: Bool, _ kind: StreamedValue) {
    (value, self.isCut) = (kind, isCut || text.count > Self.mostBytes)
    bytes.removeAll(keepingCapacity: true)
    // The text is not cut within a character.
    var count = min(text.count, Self.mostBytes)
    while count < text.count, count > 0, text[count] & 0xC0 == 0x80 { count -= 1 }
    bytes.append(contentsOf: text.prefix(count))
  }

  /// The value; nil if the event had none.
  var shown: TracedValue? {
    bytes.withUnsafeBytes { bytes in
      switch value {
      case .string: StreamedValue.string(bytes, isCut: isCut).traced
      case .text: StreamedValue.text(bytes, isCut: isCut).traced
      default: value.traced
      }
    }
  }
}

/// The newest events of a stage.
struct LastEvents {
  private var events: [LastEvent] = []
  private var next = 0
  private var newestValue = LastEvent()
  /// How many elements the stage had sent at its newest event.
  private var sent = 0

  static let most = 32

  mutating func take(_ step: StreamedStep, _ tally: StageTally) {
    if events.count < Self.most { events.append(LastEvent()) }
    events[next].take(step, isSent: tally.sent > sent)
    next = (next + 1) % Self.most
    sent = tally.sent
    if tally.last == step.number { newestValue.take(step) }
  }

  /// The time of the newest event; nil before the first.
  var newest: UInt64? { events.isEmpty ? nil : events[(next + events.count - 1) % events.count].time }
  /// The element that the stage sent last, or that an observer was given last.
  var value: TracedValue? { newestValue.shown }
  /// The events, the oldest first.
  var all: [LastEvent] { events.count < Self.most ? events : Array(events[next...] + events[..<next]) }
}
