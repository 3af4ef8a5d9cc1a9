import RxTrace

/// A kind of problem, for which a run is searched while it is read.
///
/// A rule keeps only what it still needs, by the numbers of steps, and tells its findings when the run is over.
protocol CheckRule {
  /// The kind of its findings.
  static var id: Finding.Rule { get }

  /// Whether the rule finds more, or other things, if the lines of the program are known.
  static var needsLines: Bool { get }

  init(_ limits: TraceCheck.Limits)

  /// - Parameter run: the pipelines as they are at the event.
  mutating func take(_ event: PipelineEvent, _ run: Pipelines)

  /// Takes the events of a step. This is a requirement, so that dynamic dispatch happens only once a step.
  mutating func take(_ events: [PipelineEvent], _ run: Pipelines)

  /// The numbers of the steps that the rule's findings may name.
  func quotes(_ run: Pipelines) -> [Int]

  /// The findings, whose ``Finding/steps`` are the numbers of steps.
  /// - Parameter known: what other rules, which have the precedence, have explained.
  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding]

  /// The steps and objects that the rule's findings explain, so that no other rule names them again.
  func explained(by findings: [Finding]) -> Explained
}

/// The parts of a run that findings explain.
struct Explained {
  /// The numbers of the steps.
  var steps: Set<Int> = []
  var objects: Set<ObjectID> = []
}

extension Sequence {
  /// The first elements, as many as a finding names.
  var named: [Element] { Array(prefix(TraceCheck.mostSteps)) }
}

extension CheckRule {
  static var needsLines: Bool { false }

  mutating func take(_ events: [PipelineEvent], _ run: Pipelines) {
    for event in events { take(event, run) }
  }

  func explained(by findings: [Finding]) -> Explained { Explained(steps: Set(findings.flatMap(\.steps))) }
}
