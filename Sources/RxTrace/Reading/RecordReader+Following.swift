import TraceFormat

/// The segment that a reader follows while it is written.
struct FollowedSegment {
  var segment: SegmentDirectory.Segment
  /// The first slot that has not been given.
  var slot: UInt64
  /// The number of attempts without a result, because a record was unfinished although later ones were finished.
  var waits = 0
}

extension RecordReader {
  /// The number of attempts after which an unfinished record is skipped, because its thread may have been stopped.
  private static let mostWaits = 20

  private var slotsOfSegment: UInt64 { UInt64(header.segmentSize / TraceFormat.slotSize) }

  /// Whether the next record is the first of its segment, so that nothing before it is needed.
  var isAtStartOfSegment: Bool { followed.map { $0.slot == firstSlot($0.segment) } ?? true }

  /// Loads the finished records that one segment got since. Newer segments may have replaced some of them.
  /// - Parameters:
  ///   - stopsAtSegment: whether loading stops before a new segment, so that the caller can forget the earlier records.
  ///   - visit: is given each of the records, before ``advance()`` comes to it.
  /// - Returns: false if there are none at the moment.
  func loadMore(stopsAtSegment: Bool, _ visit: (RecordView) -> Void) throws -> Bool {
    if followed == nil {
      guard let first = try SegmentDirectory(blocks, header).segments.first else { return false }
      followed = FollowedSegment(segment: first, slot: firstSlot(first))
    }
    while let current = followed {
      if try blocks.load(current.segment, header), give(current, visit) { return true }
      guard try goOn(after: current) else { return false }
      if stopsAtSegment && isAtStartOfSegment { return false }
    }
    return false
  }

  /// Skips unfinished records at once from now on, because nobody goes on writing.
  func passUnfinished() { followed?.waits = Self.mostWaits }

  /// The reason why records could not be stored; nil if all could.
  func dropReason() throws -> UInt32? {
    let dropped = try blocks.droppedRecords()
    return dropped.count > 0 ? dropped.reason : nil
  }

  /// Whether the program has ended the recording.
  func hasBeenClosed() throws -> Bool { try blocks.isClosed() }

  /// Gives `visit` the new finished records of the segment that has been loaded.
  /// - Returns: whether there are any.
  private func give(_ current: FollowedSegment, _ visit: (RecordView) -> Void) -> Bool {
    let start = current.segment.number * slotsOfSegment
    let offset = Int(current.slot - start) * TraceFormat.slotSize
    let bytes = blocks.remaining
    var next = offset
    var isPassing = current.waits >= Self.mostWaits
    while next + TraceFormat.slotSize <= bytes {
      let record = RecordView(slot: blocks.start + next, sequence: start)
      if record.kindByte == 0 {
        guard isPassing else { break }
        // The length of an unfinished record is known if any of the record is, because the length is stored first.
        next += record.isEmpty ? TraceFormat.slotSize : Self.size(record)
        continue
      }
      isPassing = false
      guard record.isPlausible(inVersion: header.version) else {
        next += TraceFormat.slotSize
        continue
      }
      guard next + Self.size(record) <= bytes else { break }
      if record.isDefinition { visit(record) }
      next += Self.size(record)
    }
    let end = min(next, bytes)
    guard end > offset else { return false }
    followed = FollowedSegment(segment: current.segment, slot: start + UInt64(end / TraceFormat.slotSize))
    begin(at: current.slot, upTo: followed!.slot, skipping: offset)
    return true
  }

  private static func size(_ record: RecordView) -> Int {
    guard record.followingBytes <= UInt64(TraceFormat.segmentSizes.upperBound) else { return TraceFormat.slotSize }
    return (1 + record.followingSlots) * TraceFormat.slotSize
  }

  /// Goes to the next segment, once all of this one was given, or this one was replaced.
  /// - Returns: false if there is none yet, or if a record before it may still be finished.
  private func goOn(after current: FollowedSegment) throws -> Bool {
    let segments = try SegmentDirectory(blocks, header).segments
    guard let next = segments.first(where: { $0.number > current.segment.number }) else { return false }
    let isThere = segments.contains { $0.number == current.segment.number }
    let isAtEnd = current.slot == (current.segment.number + 1) * slotsOfSegment
    if isThere && !isAtEnd {
      followed!.waits += 1
      return followed!.waits == Self.mostWaits
    }
    if !isAtEnd || next.number != current.segment.number + 1 {
      gaps += 1
      let headers = (next.number - current.segment.number) * UInt64(TraceFormat.headerSlots)
      missedSlots += next.number * slotsOfSegment + UInt64(TraceFormat.headerSlots) - current.slot - headers
    }
    followed = FollowedSegment(segment: next, slot: firstSlot(next))
    return true
  }

  private func firstSlot(_ segment: SegmentDirectory.Segment) -> UInt64 {
    segment.number * slotsOfSegment + UInt64(TraceFormat.headerSlots)
  }
}
