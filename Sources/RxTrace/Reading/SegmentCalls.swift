import TraceFormat

/// The calls of a segment that readers of other segments need.
///
/// A part of a run can be described only with some steps that are not in it: those that build the pipelines, and the
/// calls around the part's steps.
struct SegmentCalls: Sendable {
  /// The calls that subscribe or run, and those that gave an object its first element in the segment, in order.
  private(set) var building: [Call] = []
  /// The calls under way at the segment's end on each thread of ``SegmentScan/threads``, outermost first.
  private(set) var open: [[Call]] = []

  /// The head of a record, with its place among the steps.
  struct Call: Sendable {
    /// The first slot of the record.
    var slot: SIMD4<UInt64>
    var sequence: UInt64
    /// The thread's place in ``SegmentScan/threads``.
    var thread: Int
    var before: Before
    /// The label of the thread's queue, which may be none; nil if the queue has not changed in the segment.
    var queue: [UInt8]??
    var parent = Parent.other

    /// Gives `body` the record, without the bytes that follow its first slot.
    func withRecord<Result>(_ body: (RecordView) throws -> Result) rethrows -> Result {
      try withUnsafeBytes(of: slot) { try body(RecordView(slot: $0.baseAddress!, sequence: sequence)) }
    }
  }

  /// The numbers of steps of the segment that come before a call.
  struct Before: Sendable {
    /// The steps without those that a delivery adds.
    var steps: Int
    /// The calls that a delivery adds.
    var deliveries: Int
  }

  /// The call directly around a call.
  enum Parent: Sendable {
    /// Its place in ``SegmentCalls/building``.
    case building(Int)
    /// A call that began in an earlier segment, or none.
    case before
    case other
  }

  /// Follows the nesting of calls within a segment, as ``StepReader`` does.
  struct Scanner {
    private var calls = SegmentCalls()
    /// The calls that are under way on a thread, and those of the other threads, because most records are of the same thread
    /// as the record before.
    private var levels: [Level] = []
    private var thread = 0
    private var others: [[Level]] = []
    private var queues: [[UInt8]??] = []

    private struct Level {
      /// The record, which is valid as long as the segment is in the reader's buffer.
      var record: RecordView
      var before: Before
      var place: Int32 = -1
      /// Whether the call is the `on` that a `forwardOn` implies.
      var isImplied = false
      var hasEnded = false

      var depth: Int { Int(record.depth) + (isImplied ? 1 : 0) }
    }

    mutating func addThread() {
      others.append([])
      queues.append(nil)
    }

    mutating func noteQueue(_ label: [UInt8]?) { queues[thread] = .some(label) }

    /// Turns to the thread of the next calls.
    @inline(__always)
    mutating func turn(to thread: Int) {
      guard thread != self.thread else { return }
      swap(&levels, &others[self.thread])
      swap(&levels, &others[thread])
      self.thread = thread
    }

    /// - Parameter isBuilding: whether the call belongs to ``SegmentCalls/building``.
    @inline(__always)
    mutating func enter(_ record: RecordView, _ before: Before, isBuilding: Bool) {
      leave(to: Int(record.depth))
      var level = Level(record: record, before: before)
      if isBuilding { level.place = add(level) }
      levels.append(level)
      if record.kind == .forwardOn && !record.isUndelivered {
        level.isImplied = true
        levels.append(level)
      }
    }

    private mutating func add(_ level: Level) -> Int32 {
      var call = call(level, thread)
      call.parent = levels.last.map { $0.place < 0 ? .other : .building(Int($0.place)) } ?? .before
      calls.building.append(call)
      return Int32(calls.building.count - 1)
    }

    private func call(_ level: Level, _ thread: Int) -> Call {
      let slot = level.record.whole.loadUnaligned(as: SIMD4<UInt64>.self)
      return Call(
        slot: slot, sequence: level.record.sequence, thread: thread, before: level.before, queue: queues[thread])
    }

    /// Removes the calls that have returned, and those at this depth or deeper.
    @inline(__always)
    mutating func leave(to depth: Int) {
      while let last = levels.last, last.depth >= depth || last.hasEnded { levels.removeLast() }
    }

    mutating func noteReturn(_ record: RecordView) {
      for level in levels.indices.reversed() {
        guard levels[level].depth >= Int(record.depth) else { return }
        levels[level].hasEnded = true
      }
    }

    mutating func noteClosureEnd() {
      guard let closure = levels.lastIndex(where: { !$0.hasEnded && !$0.isImplied && $0.record.kind == .closure })
      else {
        return
      }
      for level in closure..<levels.count { levels[level].hasEnded = true }
    }

    /// The calls of the segment, which must still be in the reader's buffer.
    mutating func finish() -> SegmentCalls {
      if !others.isEmpty { swap(&levels, &others[thread]) }
      calls.open = others.enumerated().map { thread, levels in
        levels.filter { !$0.isImplied && !$0.hasEnded }.map { call($0, thread) }
      }
      return calls
    }
  }
}
