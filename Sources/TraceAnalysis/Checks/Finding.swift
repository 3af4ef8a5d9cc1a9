import RxTrace

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

  /// The kind of problem that a finding is about. Each is declared with its ``CheckRule``.
  public struct Rule: Sendable {
    /// The word by which it is known, like `work-repeated`.
    public let rawValue: String
    /// The mistake that the rule looks for, in a sentence.
    public let summary: String
    /// The level of most of its findings.
    public let level: Level
    /// Whether findings say that something did not happen, which only a recording without a gap can tell.
    let isAboutAbsence: Bool
    /// Whether only the end of the run makes a finding certain.
    package var needsEnd: Bool {
      (isAboutAbsence && ![.growing, .backlog, .manyInners].contains(self)) || self == .incomplete
    }

    init(_ rawValue: String, _ summary: String, _ level: Level = .warning, isAboutAbsence: Bool = false) {
      (self.rawValue, self.summary, self.level, self.isAboutAbsence) = (rawValue, summary, level, isAboutAbsence)
    }
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
  /// The change of the source that makes the remedy; nil if it needs a decision of a person.
  package var change: Change?
  /// The edits that make the remedy, once the source was read for them.
  package var edits: [FileEdit] = []
  /// Why there are no edits, once the source was read for them.
  package var obstacle: String?
}

extension Finding.Rule: RawRepresentable, Hashable, CaseIterable {
  /// Nil if no rule has this name.
  public init?(rawValue: String) {
    guard let rule = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = rule
  }

  /// All rules, in the order of their table.
  public static var allCases: [Finding.Rule] { RuleTable.entries.map { $0.rule.id } }
}
