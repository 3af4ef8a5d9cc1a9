import TraceFormat

/// The program's output, gathered up to the end of a line, because one `print` writes several pieces.
final class PrintedLine {
  private(set) var isUnderWay = false
  private var step = StreamedStep()
  private let text = ByteBuilder()
  /// Whether a piece was too long to be recorded whole. The line ends there, because its end is not known.
  private var isCut = false

  /// The most bytes of a line; a longer line becomes several steps.
  static let longest = TraceFormat.maximumPayloadSize

  /// - Returns: whether the line is complete, as ``append(_:)`` does.
  func begin(_ record: RecordView, _ step: StreamedStep) -> Bool {
    self.step = step
    isUnderWay = true
    text.removeAll()
    return append(record)
  }

  func append(_ record: RecordView) -> Bool {
    text.append(record.text)
    isCut = record.isCut
    return Self.ends(with: record, text.count)
  }

  /// Whether a line of so many bytes ends with a record.
  static func ends(with record: RecordView, _ count: Int) -> Bool {
    record.text.last == UInt8(ascii: "\n") || count >= longest || record.isCut
  }

  func continues(with record: RecordView, _ thread: Int) -> Bool {
    thread == step.thread && Int(record.depth) == step.depth
  }

  /// Continues a line that is known only by its length.
  func resume(_ step: StreamedStep, count: Int) {
    self.step = step
    isUnderWay = true
    text.removeAll()
    text.append([UInt8](repeating: UInt8(ascii: "?"), count: count))
    isCut = false
  }

  var number: Int { step.number }

  /// The step with all of its text.
  func end() -> StreamedStep {
    isUnderWay = false
    step.value = .text(text.bytes, isCut: isCut)
    return step
  }
}
