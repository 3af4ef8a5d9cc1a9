/// The layout of a trace file, which its writer and its readers share.
///
/// A file is a row of segments of equal size, each with a header of ``headerSize`` bytes and then slots of ``slotSize``
/// bytes. A record takes one slot, or several if its payload does not fit: its first slot holds the number of bytes that
/// follow. A record's sequence number is the index of its first slot, so the order of the slots is the order of the run.
/// Each segment defines the numbers that its records use, before their first use, so that it can be read by itself. All
/// numbers are little-endian.
///
/// Until version 4, a file is one segment without a size, and its first slot has the sequence number 0.
public enum TraceFormat {
  /// The first eight bytes of every trace file.
  public static let magic: [UInt8] = Array("HWTRACE\n".utf8)
  /// The version that this code writes, and the newest that it reads.
  ///
  /// Since version 2, the length of a record that takes several slots is stored before its payload. Since version 3, an
  /// object is defined by ``RecordKind/defineInstance``. Since version 4, definitions name the roles of links, the calls
  /// that a class leaves to its subclasses, and the traits of types. Since version 5, a file has segments, a value is stored as
  /// its parts, and once for all calls that hand it on, and the ends of closures are recorded.
  public static let version: UInt32 = 5
  /// The size of the header, in bytes.
  public static let headerSize = 128
  /// The size of a slot, in bytes.
  public static let slotSize = 32
  /// The number of payload bytes that fit into a record's own slot.
  public static let inlinePayloadSize = 8
  /// The maximum size of a payload, in bytes; a longer one is cut, and ``PayloadFlags/cut`` is set.
  public static let maximumPayloadSize = 1 << 20
  /// The slots that a segment's header takes: a sequence number counts them too.
  public static let headerSlots = headerSize / slotSize
  /// The sizes of a segment, in bytes: powers of two.
  public static let segmentSizes = 1 << 16...1 << 22

  /// The maximum size of a payload that is written into a segment of a size, in bytes.
  public static func longestPayload(inSegmentOf size: Int) -> Int { min(1 << 16, size / 8) }

  /// The number of slots that a payload of `count` bytes takes in addition to the record's own.
  @inlinable
  public static func payloadSlots(_ count: Int) -> Int {
    count <= inlinePayloadSize ? 0 : (count + slotSize - 1) / slotSize
  }

  /// The name under which another process's recording is kept if a new recording takes its path.
  ///
  ///     TraceFormat.path("out/run.hwtrace", ofProcess: 123)
  ///     // Result: "out/run-123.hwtrace"
  public static func path(_ path: String, ofProcess process: UInt32) -> String {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(path)-\(process)" }
    return "\(path[..<dot])-\(process)\(path[dot...])"
  }

  /// The name of the empty file that a recorder makes if it cannot make the recording at `path`, and the command that
  /// started the program waits for it. The reason is on standard error.
  public static func failurePath(_ path: String) -> String { path + ".failed" }

  /// The value of ``Header/dropReason`` for records of a thread that had no number, because as many threads lived at once
  /// as there are numbers.
  public static let tooManyThreads = UInt32.max

  /// Byte offsets inside the header of a segment.
  ///
  /// Each segment repeats the header of the first one, with its own ``segment`` and ``segmentTicks``. The flags, the numbers
  /// of used slots and of dropped and removed records, and the reason, are kept up to date only in the first one.
  public enum Header {
    public static let magic = 0
    public static let version = 8
    public static let headerSize = 12
    public static let slotSize = 16
    public static let flags = 20
    /// The clock at the start of the recording, in ticks.
    public static let startTicks = 24
    /// The wall clock at the same moment, in nanoseconds since 1970.
    public static let startWallClock = 32
    /// Ticks per second: the bit pattern of a `Double`.
    public static let ticksPerSecond = 40
    public static let processIdentifier = 48
    /// The size of a segment, in bytes.
    public static let segmentSize = 52
    /// The number of slots in use, headers included, written when the recording ends.
    public static let usedSlots = 56
    /// The number of records that could not be stored.
    public static let droppedRecords = 64
    /// The reason why the first record was dropped: an errno, 0 if the file has reached its maximum size, or
    /// ``TraceFormat/tooManyThreads``.
    public static let dropReason = 72
    /// The segment's number in the recording, from 0.
    public static let segment = 80
    /// The clock as the segment began.
    public static let segmentTicks = 88
    /// The number of records of events in the segments that newer ones have replaced.
    public static let removedRecords = 96
    /// The ``RecordingOrigin/mark``; 0 if it is not known.
    public static let origin = 104

    /// Set in `flags` when the recording was closed.
    public static let closedFlag: UInt32 = 1
    /// Set in `flags` if the recording was asked to keep only its newest part: what it lacks is no mistake.
    public static let ringFlag: UInt32 = 2
    /// Set in `flags` if nobody watches what the program prints, so that there is no ``RecordKind/output``.
    public static let withoutOutputFlag: UInt32 = 4
  }

  /// The ticks between two moments, in 16 bits: 11 bits of the number, and above them how often it is to be doubled. It is
  /// exact to a thousandth.
  ///
  ///     TraceFormat.Gap(5000).ticks
  ///     // Result: 5000
  ///     TraceFormat.Gap(5001).ticks
  ///     // Result: 5000
  public struct Gap: Sendable {
    public let bits: UInt16

    /// 0 for none.
    @inlinable
    public init(bits: UInt16) { self.bits = bits }

    /// At least 1 tick, and at most the longest gap that can be told.
    @inlinable
    public init(_ ticks: UInt64) {
      let ticks = min(max(ticks, 1), 0x7FF << 31)
      let doublings = UInt64(max(0, 53 &- ticks.leadingZeroBitCount))
      bits = UInt16(truncatingIfNeeded: doublings &<< 11 | ticks &>> doublings)
    }

    @inlinable
    public var ticks: UInt64 { UInt64(bits & 0x7FF) << UInt64(bits >> 11) }
  }

  /// Byte offsets inside a slot that holds a record.
  public enum Slot {
    /// ``RecordKind``; written last, so a slot whose kind is 0 was never finished. The rest of such a slot tells how
    /// many slots the record takes.
    public static let kind = 0
    /// ``EventCode`` in the low bits; ``undelivered`` may be set.
    public static let event = 1
    /// ``PayloadType``.
    public static let payloadType = 2
    /// ``PayloadFlags``.
    public static let payloadFlags = 3
    /// The thread's ordinal, from 1.
    public static let thread = 4
    /// The number of recorded calls on the same thread that enclose this one.
    public static let depth = 6
    /// The time in ticks: see ``Header/startTicks`` and ``Header/ticksPerSecond``.
    public static let time = 8
    /// The object that the record is about, from 1; 0 for none.
    public static let object = 16
    /// The source line that made the call, from 1, or another number, as the kind defines; 0 for none. Since version 5, it
    /// takes two bytes in records of events.
    public static let site = 20
    /// In records of events, since version 5: the ``Gap`` between this record and the end of the closure that was the
    /// thread's innermost call.
    public static let gap = 22
    /// A number, up to eight bytes of text, or, if more bytes follow, their count.
    public static let payload = 24

    /// Set in `event` when a `forwardOn` delivered nothing, because its sink was disposed.
    public static let undelivered: UInt8 = 0x80
  }
}

/// The kind of a record.
///
/// Records of kinds below 64 are steps of the run; the others define the numbers that those use. A reader skips a kind
/// that it does not know.
public enum RecordKind: UInt8, Sendable, CaseIterable {
  /// `subscribe(onNext:onError:onCompleted:onDisposed:)`: the object is the observable, `site` 0.
  case subscribeClosures = 1
  /// `subscribe(_:)` with a closure that takes events.
  case subscribeHandler = 2
  /// An observable was subscribed to: payload ``PayloadType/reference`` names the observer.
  case subscribe = 3
  /// A producer's `run` was called: the payload names the observer.
  case run = 4
  /// A sink forwards an event to its observer. The observer's `on` is implied one level deeper, unless undelivered.
  case forwardOn = 5
  /// An observer got an event, but not from a sink's `forwardOn`.
  case on = 6
  /// An observer's `onCore` was called.
  case onCore = 7
  /// A disposable was disposed for the first time.
  case dispose = 8
  /// A closure of the program was called; `event` tells which (`next` is `onNext`, none is the object's own).
  case closure = 9
  /// An action was scheduled.
  case schedule = 10
  /// A scheduled action runs: payload ``PayloadType/reference`` is the low half of the sequence number of its `schedule`.
  case scheduledAction = 11
  /// The program printed the payload. `object` is the file descriptor.
  case output = 12
  /// The call at this depth returned: the thread's outermost call, or, since version 5, a call that the program made or a
  /// closure, if code of the program follows.
  case returned = 13
  /// The thread's outermost call runs on another dispatch queue than the previous one: payload is the queue's label.
  case queue = 14
  /// The closure that `object` is calling on this thread threw: the payload is the error.
  case threw = 15
  /// An action was cancelled before it ran: payload ``PayloadType/reference`` is the low half of the sequence number of its
  /// `schedule`.
  case cancelledAction = 16

  /// Until version 2, defines an object: payload is its type's name, `event` its ``ObjectRole``, `site` the object it
  /// delivers to.
  case defineObject = 64
  /// One object holds another: `object` holds `site` under the name in the payload, `event` is the ``LinkRole``.
  case defineLink = 65
  /// Names a thread: payload is the name, empty for none. `object` counts the threads of the recording, from 1: with another
  /// count, the same number is of another thread, which began after the first had ended. Until version 4, `object` is 0, and
  /// each later definition is of another thread.
  case defineThread = 66
  /// Defines a source line: `object` is its number, payload `file:line`.
  case defineSite = 67
  /// Defines a loaded file: `object` is its number, payload its path. Since version 5, `site` is its
  /// ``RecordingOrigin/mark(ofImage:)``; 0 if it is not known.
  case defineImage = 68
  /// Until version 2, the place where an object was made: pairs of 64-bit numbers, an image and an offset in it, with
  /// the innermost return address first. The stacks of other definitions have been written so until version 4; since
  /// then, one number has the image in its upper 16 bits and the offset in the others.
  case defineAssembly = 69
  /// Until version 2, the superclasses of the type of `object`, and so of every other object of that type: payload is
  /// their names without generic arguments, nearest first, separated by commas.
  case defineSuperclasses = 70
  /// Defines a type: `object` is its number. The payload has four lines: the type's name; its superclasses, as in
  /// ``defineSuperclasses``, each with the numbers of the kinds of calls that it leaves to its subclasses, `:` before each;
  /// the names of the properties that hold objects, separated by commas, each after the ``LinkRole/mark`` of its role; and
  /// its ``TypeTrait``s, separated by commas. Comes before the first record that uses the number.
  case defineType = 71
  /// Defines a place where objects are made: `object` is its number, from the same range as the types' numbers, `site`
  /// the type, the payload the call stack as in ``defineAssembly``. Comes before the first record that uses the number.
  case definePlace = 72
  /// Defines an object: `event` is its ``ObjectRole``, `site` the place where it was made or its type, the payload the
  /// numbers of the objects that it holds, 4 bytes each, in the order of the type's properties. 0 means none; zeros at
  /// the end are left out. A segment defines those only if its records use them.
  case defineInstance = 73
  /// Defines a source line together with the call stack that led to it: `object` is its number, from the same range as the
  /// lines' numbers, `site` the line, the payload the stack as in ``defineAssembly``. Records have it for calls that the
  /// program makes itself. Comes before the first record that uses the number.
  case defineCaller = 74
  /// Defines the layout of a type's values: `object` is its number. The payload has a line for each part of a value, the
  /// whole before its parts, each with four fields and a tab between them: kind, label, name, and number of parts. Comes
  /// before the first record that uses the number.
  case defineShape = 75
  /// Slots without meaning, as many as the payload says.
  case padding = 76
  /// Tells which source lines a return address is in: `object` is the image. The payload's first line is the offset in
  /// decimal digits; each further line is a frame, the innermost first: the linker's name of the function, a tab, and
  /// `file:line` or nothing. Without frames, nothing is known of the address.
  case defineFrame = 77
  /// The text of a source file: `object` is its number. With `site` 0, the payload is the name that frames give to the file;
  /// the others are pieces of the text, and `site` counts them from 1. They may go on in the next segment, which does not
  /// repeat the name.
  case defineSource = 78

  /// Whether a record of this kind is a step of the run.
  public var isStep: Bool {
    switch self {
    case .returned, .queue, .threw: false
    default: rawValue < RecordKind.defineObject.rawValue
    }
  }
}

/// The event that a record carries.
public enum EventCode: UInt8, Sendable {
  case none = 0
  case next = 1
  case error = 2
  case completed = 3
}

/// The role of an object, for the record that defines it.
public enum ObjectRole: UInt8, Sendable {
  case other = 0
  case observable = 1
  case sink = 2
  case observer = 3
  case subject = 4
  case disposable = 5
  case scheduler = 6
}

/// The role of an object for the object that holds it.
public enum LinkRole: UInt8, Sendable, CaseIterable {
  case other = 0
  /// The holder gives its events to the object.
  case delivery = 1
  /// The holder is a subscription of the object, which is an observer.
  case subscriber = 2
  /// Disposing the object ends the holder.
  case lifetime = 3
  /// The holder is a part of the object.
  case owner = 4

  /// The sign before the name of a property with this role; empty for ``other``.
  public var mark: String {
    switch self {
    case .other: ""
    case .delivery: ">"
    case .subscriber: "<"
    case .lifetime: "!"
    case .owner: "^"
    }
  }
}

/// Properties of a type that its role does not tell.
public enum TypeTrait {
  /// A scheduler that runs an action on the thread that schedules it, before the outermost call there returns.
  public static let trampoline = "trampoline"
  /// A subject that gives a new observer the elements that came before.
  public static let replays = "replays"
  /// An observable whose observers share one subscription to its source.
  public static let shares = "shares"
  /// A scheduler that runs actions on the main queue.
  public static let main = "main"
  /// A scheduler that runs actions on one dispatch queue, one at a time.
  public static let queue = "queue"
  /// A stage that sends its events on a scheduler, and has no other purpose.
  public static let moves = "moves"
  /// A stage that keeps elements for some time, and may drop them.
  public static let holds = "holds"
  /// A stage that sends the elements of several inner sequences as they come.
  public static let merges = "merges"
  /// A stage that goes on with another sequence when its source fails.
  public static let catches = "catches"
  /// A stage that ends its sequence before its source ends.
  public static let limits = "limits"
  /// A stage whose closure does the work of one subscription.
  public static let cold = "cold"
  /// A stage that subscribes to its source on a scheduler, and has no other purpose.
  public static let subscribes = "subscribes"
  /// A stage that makes each element of all that it was given until then.
  public static let accumulates = "accumulates"
  /// Followed by the name of the type that declares ``RecordKind/subscribeClosures`` and ``RecordKind/subscribeHandler``.
  public static let conveniences = "conveniences="
  /// Followed by a ``Withholding``: why an element that a sink is given may not come out of it.
  public static let withholds = "withholds="
}

/// Why an element that a sink is given may not come out of it, or not at once.
public enum Withholding: String, Sendable, CaseIterable {
  /// A closure of the program's returned false for the element.
  case predicate
  /// A closure of the program's returned nil instead of an element.
  case absence = "nil"
  /// The element equals the one before it.
  case repetition
  /// Another element was sent less than a time before.
  case rate
  /// Another element came before it had been quiet for a time.
  case quiet
  /// Elements come out later, on a scheduler.
  case queue
  /// The first elements are left out, or all but one.
  case position
  /// The sequence that was made of an earlier element is still running.
  case busy
  /// The sequence that is made of it begins when those of earlier elements have ended.
  case turn
  /// Only the end of the source brings something out.
  case end
  /// Only the last elements come out, at the end of the source.
  case last
  /// Each of several inputs has to have an element.
  case inputs
  /// The first elements of all inputs come out together, then the second ones, and so on.
  case pairs
  /// Another input decides when the latest element comes out.
  case signal
  /// Elements are dropped while another input has not sent one to combine them with.
  case latest
  /// Elements are dropped until another input has sent something.
  case opening
  /// Elements are collected until there are enough of them or a time is over.
  case batch
  /// No element comes out.
  case all
}

/// The encoding of a payload.
public enum PayloadType: UInt8, Sendable {
  case none = 0
  /// `Int64`, in the slot.
  case integer = 1
  /// `UInt64`, in the slot.
  case unsignedInteger = 2
  /// The bit pattern of a `Double`, in the slot.
  case double = 3
  /// 0 or 1, in the slot.
  case bool = 4
  /// UTF-8 of a `String`, up to eight bytes in the slot, more in the slots that follow.
  case string = 5
  /// UTF-8 of a value's description, like `string`.
  case description = 6
  /// The number of an object, or the low half of a record's sequence number, in the slot.
  case reference = 7
  /// Raw bytes, like `string`.
  case bytes = 8
  /// `Void`: a value without content.
  case void = 9
  /// The parts of a value: the number of a ``RecordKind/defineShape`` in 4 bytes, then the parts; stored like `string`.
  case shaped = 10
  /// The value of an earlier record in the segment, whose sequence number is in the slot: that of a call on the same thread
  /// which has not returned.
  case repeated = 11
}

/// Flags of a payload. The low bits hold the number of bytes in use, if the payload is in the record's own slot.
public enum PayloadFlags {
  public static let inlineCount: UInt8 = 0x0F
  /// The bytes follow in slots of their own; the slot's payload holds their count.
  public static let following: UInt8 = 0x10
  /// Only the beginning of the value is stored.
  public static let cut: UInt8 = 0x20
  /// The value is an object of the program's. The number of the object comes first, in 4 bytes: within a recording, values
  /// with the same number are one object. 0 if it is not known.
  public static let identified: UInt8 = 0x40
}
