import TraceFormat

/// The program's output, gathered up to the end of a line, because one `print` writes several pieces.
final class PrintedLine {
  private(set) var isUnderWay = false
  private var step = StreamedStep()
  private let text = ByteBuilder()

  /// The most bytes of a line; a longer line becomes several steps.
  static let longest = TraceFormat.maximumPayloadSize

  /// - Returns: whether the line is complete, as ``append(_:)`` does.
  func begin(_ bytes: UnsafeRawBufferPointer, _ step: StreamedStep) -> Bool {
    self.step = step
    isUnderWay = true
    text.removeAll()
    return append(bytes)
  }

  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    text.append(bytes)
    return text.bytes.last == UInt8(ascii: "\n") || text.count >= Self.longest
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
  }

  var number: Int { step.number }

  /// The step with all of its text.
  func end() -> StreamedStep {
    isUnderWay = false
    step.value = .text(text.bytes, isCut: false)
    return step
  }
}
