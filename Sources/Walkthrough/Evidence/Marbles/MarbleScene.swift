import RxTrace

/// A run in virtual time as a picture shows it: the inputs, the operator, and what its observers got, tick by tick.
struct MarbleScene: Equatable, Sendable {
  /// The operator with its arguments: `throttle(.seconds(3))`.
  var stage: String
  /// Inputs first, then the observers.
  var lanes: [Lane]

  struct Lane: Equatable, Sendable {
    var role: Role
    /// As in the program: `letters`, `observer`, `window 1`.
    var name: String
    /// The tick at which it begins: that of the subscription, if the lane is one subscription's.
    var start: Int
    /// The tick at which it was disposed; nil if it ended by itself or went on.
    var disposal: Int?
    /// False for a sequence that nobody subscribed to.
    var isSubscribed = true
    /// In the order of the run.
    var events: [Event] = []
    /// The event that made the sequence, or led to its subscription.
    var opener: Origin?
  }

  enum Role: Equatable, Sendable {
    /// The number of the program's argument.
    case input(Int)
    case result
    /// A sequence that another lane's event is: a window, a group.
    case inner
  }

  struct Event: Equatable, Sendable {
    var tick: Int
    var event: EventKind
    /// The element without quotation marks, or the error; empty for a completion.
    var text = ""
    /// The number of the lane that shows the element, which is a sequence.
    var lane: Int?
    /// False for an event that reached nobody.
    var isHeard = true
    /// The inputs' elements that the element is, or was made of.
    var origins: [Origin] = []
  }

  /// An event of a lane.
  struct Origin: Hashable, Sendable {
    var lane: Int
    var event: Int
  }

  /// The last tick of the picture.
  var lastTick: Int {
    lanes.reduce(1) { last, lane in
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
