import TraceFormat

/// The contents of a trace file in numbers, found in one pass and in little memory.
package struct RecordingSummary: CustomStringConvertible {
  /// The number of calls and other steps, without the program's output.
  package private(set) var calls = 0
  private(set) var objects = 0
  private(set) var threads = 0
  let isComplete: Bool
  package let droppedRecords: UInt64
  package let dropReason: UInt32
  private(set) var unfinishedRecords = 0
  private let removed: RemovedRecords
  /// Whether the recording was asked to keep only its newest part.
  package let isRing: Bool
  /// A sentence about the records that were removed, without a full stop; nil if none were.
  package var removedText: String? { removed.text }

  /// - Throws: ``TraceError``
  package init(of path: String) throws {
    let reader = try RecordReader(path: path)
    isComplete = reader.header.isClosed
    (droppedRecords, dropReason) = (reader.header.droppedRecords, reader.header.dropReason)
    isRing = reader.header.isRing
    var known = NumberMap()
    var threadNumbers = ThreadNumbers(isRepeating: reader.header.hasSegments)
    while try reader.advance() {
      let record = reader.record
      switch record.kind {
      case .defineObject: objects += 1
      case .defineInstance where known[record.object] == nil || !reader.header.hasSegments:
        known.set(record.object, 0)
        objects += 1
      case .defineThread: if threadNumbers.meet(record.thread, count: record.object) { threads += 1 }
      case .output, .returned, .queue, .threw, nil: break
      case .some where !record.isDefinition: calls += 1
      default: break
      }
    }
    unfinishedRecords = reader.unfinishedRecords
    removed = RemovedRecords(count: reader.removedRecords, times: reader.removedTimes)
  }

  package var description: String {
    var parts = [counted(calls, "record"), counted(objects, "object"), counted(threads, "thread")]
    if !isComplete { parts.append("cut off: the end of the recording is missing") }
    if droppedRecords > 0 { parts.append("\(counted(droppedRecords, "record")) dropped") }
    if let text = removed.text { parts.append(text) }
    if unfinishedRecords > 0 { parts.append("\(counted(unfinishedRecords, "record")) unfinished") }
    return parts.joined(separator: " · ")
  }
}

extension RemovedRecords {
  /// The records that have been removed from a recording so far.
  /// - Throws: ``TraceError``
  package init(ofFileAt path: String) throws {
    let reader = try RecordReader(path: path)
    self.init(count: reader.removedRecords, times: reader.removedTimes)
  }
}
