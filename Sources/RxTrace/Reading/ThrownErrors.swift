import TraceFormat

/// The errors that closures threw, by the records of the closures.
///
/// The errors are gathered before any step is built, as a closure's step is given before its error is read.
struct ThrownErrors {
  /// Whether each closure's end is known, so that a later error is not taken for the closure's own.
  private let hasEnds: Bool
  private var threads = NumberMap()
  /// The closures of each thread that may be under way, outermost first.
  private var closures: [[Closure]] = []
  private var rows: [Row] = []
  private var texts = InternTable()
  private let text = ByteBuilder()
  private let values = ValueReader()

  private struct Closure {
    var sequence: UInt64
    var object: UInt32
    var depth: UInt16
  }

  private struct Row {
    /// The sequence number of the closure's record.
    var closure: UInt64
    var type: PayloadType
    var isCut = false
    var identity: UInt32 = 0
    /// The value, or the place of its text.
    var word: UInt64
  }

  init(hasEnds: Bool) { self.hasEnds = hasEnds }

  @inline(__always)
  mutating func note(_ record: RecordView, _ definitions: Definitions) {
    if record.kind == .closure {
      open(record)
    } else if _slowPath(record.kind == .threw) {
      add(record, definitions)
    } else if hasEnds, record.kind != .queue {
      // The record is either the closure's end, or a call outside of it.
      _ = close(record)
    }
  }

  private mutating func open(_ record: RecordView) {
    let thread = close(record)
    closures[thread].append(Closure(sequence: record.sequence, object: record.object, depth: record.depth))
  }

  /// Ends the closures that do not enclose a record.
  /// - Returns: the place of the record's thread.
  private mutating func close(_ record: RecordView) -> Int {
    let thread = threads[UInt32(record.thread)] ?? addThread(record.thread)
    while let last = closures[thread].last, last.depth >= record.depth { closures[thread].removeLast() }
    return thread
  }

  private mutating func addThread(_ number: UInt16) -> Int {
    threads.set(UInt32(number), closures.count)
    closures.append([])
    return closures.count - 1
  }

  /// Adds an error, unless its closure was entered before the recording began: then no step could say what it threw.
  private mutating func add(_ record: RecordView, _ definitions: Definitions) {
    let thread = close(record)
    guard let closure = closures[thread].last, closure.object == record.object else { return }
    var row = Row(closure: closure.sequence, type: record.payloadType, word: record.word)
    switch values.whole(record, definitions) {
    case .string(let bytes, let isCut):
      (row.type, row.isCut, row.word) = (.string, isCut, UInt64(texts.place(of: bytes)))
    case .text(let bytes, let isCut, let identity):
      (row.type, row.isCut, row.word) = (.description, isCut, UInt64(texts.place(of: bytes)))
      row.identity = identity
    default: break
    }
    rows.append(row)
  }

  /// Forgets which closures are under way, because records are missing.
  mutating func forgetClosures() {
    for thread in closures.indices { closures[thread].removeAll() }
  }

  /// Sorts the errors; must be called when all records have been noted.
  mutating func sort() {
    closures = []
    rows.sort { $0.closure < $1.closure }
  }

  /// The error that a closure threw; its text is valid until the next error is asked for.
  @inline(__always)
  func error(ofClosure sequence: UInt64) -> StreamedValue {
    _fastPath(rows.isEmpty) ? .none : find(sequence)
  }

  private func find(_ sequence: UInt64) -> StreamedValue {
    let place = rows.partitioningIndex { $0.closure >= sequence }
    guard place < rows.count, rows[place].closure == sequence else { return .none }
    let row = rows[place]
    switch row.type {
    case .string: return .string(text(row), isCut: row.isCut)
    case .description: return .text(text(row), isCut: row.isCut, identity: row.identity)
    default: return StreamedValue(row.type, row.word)
    }
  }

  private func text(_ row: Row) -> UnsafeRawBufferPointer {
    text.removeAll()
    texts.entries[Int(row.word)].withUnsafeBytes { text.append($0) }
    return text.bytes
  }
}
