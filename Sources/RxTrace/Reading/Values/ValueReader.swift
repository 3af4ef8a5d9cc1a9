import TraceFormat

/// Reads the values of records, including values that other records hold.
struct ValueReader {
  private let text = ByteBuilder()
  private var threads: [CarriedValues] = []

  /// The value of a record, whose bytes are valid until the next one is asked for.
  /// - Parameter isCall: whether later records may refer to it.
  @inline(__always)
  mutating func value(_ record: RecordView, _ thread: Int, isCall: Bool, _ definitions: Definitions) -> StreamedValue {
    switch record.payloadType {
    case .string, .description, .shaped, .repeated: longValue(record, thread, isCall: isCall, definitions)
    default: StreamedValue(record)
    }
  }

  @inline(never)
  private mutating func longValue(
    _ record: RecordView, _ thread: Int, isCall: Bool, _ definitions: Definitions
  ) -> StreamedValue {
    while threads.count <= thread { threads.append(CarriedValues()) }
    if record.payloadType == .repeated { return threads[thread].value(of: record.word) }
    let value = whole(record, definitions)
    if isCall { threads[thread].carry(value, record) }
    return value
  }

  /// A value that the record itself holds.
  func whole(_ record: RecordView, _ definitions: Definitions) -> StreamedValue {
    guard record.payloadType == .shaped else { return StreamedValue(record) }
    text.removeAll()
    guard let isCut = definitions.append(record.bytes, to: text) else { return .none }
    return .text(text.bytes, isCut: isCut || record.isCut)
  }
}

/// The values of those calls of a thread that may not have returned, outermost first.
private struct CarriedValues {
  /// The values, and after the first ``count`` of them spare ones whose buffers are used again.
  private var values: [Carried] = []
  private var count = 0

  private struct Carried {
    var sequence: UInt64 = 0
    var depth: UInt16 = 0
    let text = ByteBuilder()
    var isString = false
    var isCut = false
    var identity: UInt32 = 0

    var value: StreamedValue {
      isString ? .string(text.bytes, isCut: isCut) : .text(text.bytes, isCut: isCut, identity: identity)
    }
  }

  func value(of sequence: UInt64) -> StreamedValue {
    values[..<count].last { $0.sequence == sequence }?.value ?? .none
  }

  mutating func carry(_ value: StreamedValue, _ record: RecordView) {
    while count > 0, values[count - 1].depth >= record.depth { count -= 1 }
    if count == values.count { values.append(Carried()) }
    switch value {
    case .string(let bytes, let isCut): keep(bytes, isString: true, isCut: isCut, 0)
    case .text(let bytes, let isCut, let identity): keep(bytes, isString: false, isCut: isCut, identity)
    default: return
    }
    (values[count].sequence, values[count].depth) = (record.sequence, record.depth)
    count += 1
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer, isString: Bool, isCut: Bool, _ identity: UInt32) {
    values[count].text.removeAll()
    values[count].text.append(bytes)
    (values[count].isString, values[count].isCut, values[count].identity) = (isString, isCut, identity)
  }
}
