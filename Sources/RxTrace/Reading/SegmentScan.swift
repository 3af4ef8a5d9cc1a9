import TraceFormat

/// The facts about a segment that readers of other segments need, found without making steps of its records.
///
/// The definitions that a segment's records use are in the segment. A reader that begins at a segment needs these facts
/// about the segments before it:
/// - the number of their steps. A `forwardOn` counts twice if its sink delivers to an object, and all pieces of a
///   printed line count once;
/// - the objects in the order in which steps first name them, because their ordinals count them: `MapSink#3`;
/// - the first definition of each object, because a repetition may leave out some of the objects that it holds;
/// - the threads in the order of their first records, with the definitions that give a number to another thread, and the
///   queue that each works for;
/// - the printed line that is under way;
/// - the calls that are under way, and those that build the pipelines.
///
/// A reader that has given its steps needs these facts about the segments after it:
/// - whether calls on a thread return there, because that is when its own calls ended;
/// - whether a closure throws there, which may have been entered before;
/// - the number of their steps, their objects and threads, because a view says how much the whole run has.
struct SegmentScan: Sendable {
  /// The number of steps, without those that a delivery adds.
  var steps = 0
  /// The number of events that each sink delivered.
  var deliveries: [Delivery] = []
  /// The objects that steps name, each once, in order.
  var named: [Named] = []
  /// Copies of the records that define something.
  var definitions: [UInt8] = []
  var threadEvents: [ThreadEvent] = []
  /// The threads that have records here, in the order of the first ones.
  var threads: [ThreadPart] = []
  /// The calls that other segments need; empty if no step needs its context.
  var calls = SegmentCalls()
  /// Whether the first step is printed text, which may go on with a line of an earlier segment.
  var beginsWithOutput = false
  var line = LineState.untouched
  /// Whether the segment can be understood only with the definitions of threads before it, because its own are missing.
  var needsThreads = false
  /// The slot after the last one that was in the file.
  var end: UInt64 = 0
  var damagedSlots = 0
  var unfinishedRecords = 0

  struct Delivery: Sendable {
    var sink: UInt32
    var count = 0
  }

  struct Named {
    var object: UInt32
    /// Whether the step names the observer of the object as well.
    var isForward: Bool
    /// Whether a step gave it an element.
    var hasElement = false
  }

  enum ThreadEvent {
    /// A thread's number is defined, with the thread's count.
    case definition(UInt16, count: UInt32)
    /// The next of ``SegmentScan/threads`` has its first record.
    case use(UInt16)
  }

  struct ThreadPart {
    /// The least depth of a record of the thread. Earlier calls at this depth or deeper have returned.
    var leastDepth = Int.max
    var hasThrown = false
    /// The label of the thread's queue at the end, which may be none; nil if the queue has not changed.
    var queue: [UInt8]??
  }

  /// The printed line at the segment's end.
  enum LineState {
    /// No step could end or continue a printed line.
    case untouched
    case ended
    case underWay(PartialLine)
  }

  /// A printed line that may go on.
  struct PartialLine {
    /// The number of the thread; 0 if another thread has the number now.
    var thread: UInt16
    var depth: UInt16
    /// The number of bytes so far.
    var count: Int

    /// - Returns: whether the line is complete.
    mutating func append(_ record: RecordView) -> Bool {
      count += record.text.count
      return PrintedLine.ends(with: record, count)
    }
  }
}
