import RxTrace
import TraceFormat

/// What a stage did during a run.
struct StageTally {
  /// Subscriptions to the stage, or of an observer: those that are open, the most at once, and all.
  var subscriptions = Level()
  /// Elements that the stage was given, without those of inner sequences.
  var taken = 0
  /// Elements that it handed on, once for each observer.
  var sent = 0
  /// Elements that went no further, and will not.
  var dropped = 0
  /// Errors that came to it or came up in it.
  var errors = 0
  /// The sequences that it made of what it was given and subscribed to.
  var inners = Level()
  /// Nanoseconds in its closures, without the calls of Rx that they make: see ``ClosureClock``.
  var closureTime: UInt64 = 0
  /// The number of the step at which the stage sent an element last, or at which an observer was given one last.
  var last: Int?

  /// Whether the run did anything with it.
  var isUsed: Bool {
    subscriptions.all > 0 || taken > 0 || sent > 0 || dropped > 0 || errors > 0 || inners.all > 0 || closureTime > 0
  }

  /// A count of things that begin and end.
  struct Level {
    private(set) var now = 0
    private(set) var peak = 0
    private(set) var all = 0

    mutating func begin() {
      now += 1
      all += 1
      peak = max(peak, now)
    }

    mutating func end() { now -= 1 }

    mutating func endAll() { now = 0 }

    /// Counts a thing as open that began earlier and did not count as open.
    mutating func goOn() {
      now += 1
      peak = max(peak, now)
    }
  }
}

/// The count of the elements that one run of a stage keeps, to send them later either all or made into one.
struct KeptCount {
  private let reason: Withholding
  /// The elements given to each input: to the stage itself, or to the part of it that is an input.
  private var given: [(input: ObjectID, count: Int)] = []
  private var sent = 0

  init(_ reason: Withholding) { self.reason = reason }

  /// Whether the elements of a stage that withholds for this reason are counted here.
  static func counts(_ reason: Withholding) -> Bool {
    switch reason {
    case .queue, .end, .last, .batch, .pairs: true
    case .predicate, .absence, .repetition, .rate, .quiet, .position, .busy, .turn, .inputs, .signal, .latest, .opening,
      .all:
      false
    }
  }

  mutating func take(from input: ObjectID) {
    if let place = given.firstIndex(where: { $0.input == input }) {
      given[place].count += 1
    } else {
      given.append((input, 1))
    }
  }

  mutating func send() {
    switch reason {
    case .end, .batch: given = []
    default: sent += 1
    }
  }

  /// The elements that it still keeps.
  var count: Int { given.reduce(0) { $0 + max(0, $1.count - sent) } }
}
