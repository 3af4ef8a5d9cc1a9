import RxTrace

/// A run in virtual time as a picture shows it: the inputs, the operator, and what its observers got, tick by tick.
struct MarbleScene: Equatable, Sendable {
  /// The operator with its arguments: `throttle(.seconds(3))`.
  var stage: String
  /// The lanes: inputs first, then observers.
  var lanes: [Lane]

  struct Lane: Equatable, Sendable {
    var role: Role
    /// The name in the program: `letters`, `observer`, `window 1`.
    var name: String
    /// The tick at which the lane begins: that of the subscription, if the lane shows one subscription.
    var start: Int
    /// The tick of the disposal; nil if the sequence ended by itself or went on.
    var disposal: Int?
    /// Whether anybody subscribed to the sequence.
    var isSubscribed = true
    /// The events, in the order of the run.
    var events: [Event] = []
    /// The event that made the sequence, or led to its subscription.
    var opener: Origin?
  }

  enum Role: Equatable, Sendable {
    /// The number of the program's argument.
    case input(Int)
    case result
    /// A sequence that is an element of another lane: a window or a group.
    case inner
  }

  struct Event: Equatable, Sendable {
    var tick: Int
    var event: EventKind
    /// The element without quotation marks, or the error; empty for a completion.
    var text = ""
    /// The number of the lane that shows the element, which is a sequence.
    var lane: Int?
    /// Whether the event reached an observer.
    var isHeard = true
    /// The inputs' elements that the element is, or was made of.
    var origins: [Origin] = []
  }

  /// An event of a lane.
  struct Origin: Hashable, Sendable {
    var lane: Int
    var event: Int
  }

  /// The least that ``lastTick`` is: that of a picture beside this one, which is drawn to the same scale.
  var leastLastTick = 1

  /// The last tick of the picture.
  var lastTick: Int {
    lanes.reduce(leastLastTick) { last, lane in
      max(last, lane.start, lane.disposal ?? 0, lane.events.last?.tick ?? 0)
    }
  }
}

extension MarbleScene {
  /// The most ticks that a picture to scale has room for.
  private static let mostTicks = 48

  /// Reads a run of a program that a test scheduler drives.
  /// - Returns: nil for a run without test observers, or one that is too long to be drawn to scale.
  init?(_ trace: Trace, _ program: MarbleProgram, arguments: [String]) {
    var builder = MarbleSceneBuilder(trace, program, arguments)
    guard let scene = builder.build(), scene.lastTick <= Self.mostTicks else { return nil }
    self = scene
  }
}
