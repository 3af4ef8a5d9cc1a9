/// Something in a run that deserves a look.
public struct Finding: Sendable {
  /// The severity.
  public enum Level: String, Sendable, CaseIterable, Comparable {
    /// Breaks the contract of observables.
    case error
    /// Very likely a mistake.
    case warning
    /// Happens in correct programs too; worth knowing if something is wrong.
    case note

    /// A note is the lowest level.
    public static func < (one: Level, other: Level) -> Bool { one.weight < other.weight }

    private var weight: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The rule of a finding.
  public enum Rule: String, Sendable, CaseIterable {
    case overlap
    case workRepeated = "work-repeated"
    case stale
    case swallowed
    case offMain = "off-main"
    case endedByError = "ended-by-error"
    case neverReleased = "never-released"
    case growing
    case mainBlocked = "main-blocked"
    case afterEnd = "after-end"
    case reentrancy
    case unhandledError = "unhandled-error"
    case neverDisposed = "never-disposed"
    case neverRan = "never-ran"
    case nobodySubscribed = "nobody-subscribed"
    case subscribeWithoutRun = "subscribe-without-run"
    case incomplete
    case undelivered
  }

  /// A line of the program that belongs to a finding, and what happened there.
  public struct Evidence: Sendable {
    public var place: SourceLine?
    public var what: String
    /// The step that shows it, as a position in ``Trace/steps``.
    public var step: Int?

    init(_ place: SourceLine?, _ what: String, step: Int? = nil) {
      self.place = place
      self.what = what
      self.step = step
    }
  }

  public var rule: Rule
  public var level: Level
  /// One sentence that says what happened.
  public var message: String
  /// The line of the program to change first, if it is known.
  public var place: SourceLine?
  /// One sentence that says why.
  public var cause = ""
  /// One sentence that says what to do.
  public var remedy = ""
  /// The lines of the program that took part, with their values.
  public var evidence: [Evidence] = []
  /// The records, as positions in ``Trace/steps``, in order.
  public var steps: [Int]
  /// The objects that it is about; where they were made is a source line of the finding.
  public var objects: [ObjectID] = []
}

extension Finding.Rule {
  /// Whether findings say that something did not happen, which only a recording without a gap can tell.
  var isAboutAbsence: Bool {
    switch self {
    case .swallowed, .neverReleased, .growing, .unhandledError, .neverDisposed, .neverRan, .nobodySubscribed,
      .subscribeWithoutRun:
      true
    case .overlap, .workRepeated, .stale, .offMain, .endedByError, .mainBlocked, .afterEnd, .reentrancy, .incomplete,
      .undelivered:
      false
    }
  }

  /// The mistake that the rule looks for, in a line.
  public var summary: String {
    switch self {
    case .overlap: "Two threads gave one object events at once."
    case .workRepeated: "A cold sequence did its work once for each subscription to one stage."
    case .stale: "An older inner sequence delivered after a newer one."
    case .swallowed: "The last element went into a time operator and never came out."
    case .offMain: "A closure ran elsewhere, although its events had been moved to the main thread."
    case .endedByError: "Elements were sent to a pipeline that an error had ended."
    case .neverReleased: "A subscription holds the object that would have to dispose it."
    case .growing: "One line subscribed again and again, and nothing ended."
    case .mainBlocked: "A closure held the main thread for too long."
    case .afterEnd: "Events after the terminal event of a sequence."
    case .reentrancy: "An event was sent from within the delivery of another."
    case .unhandledError: "An error reached a subscription without onError."
    case .neverDisposed: "Subscriptions of one place that neither ended nor were disposed."
    case .neverRan: "The program ended before an action could run."
    case .nobodySubscribed: "A subject was given elements while nobody was subscribed."
    case .subscribeWithoutRun: "A producer did not run for a subscription."
    case .incomplete: "The recording is cut off, damaged, or lacks records."
    case .undelivered: "Events came after disposal."
    }
  }
}
