import RxTrace

/// The rules of a check, and which of them has the precedence if two explain the same thing.
struct RuleTable {
  struct Entry {
    var rule: any CheckRule.Type
    /// The rules that explain more of a thing that both would name. They come before it.
    var yieldsTo: [any CheckRule.Type] = []
  }

  static var entries: [Entry] {
    [
      Entry(rule: OverlapRule.self),
      Entry(rule: LoopRule.self),
      Entry(rule: ReentrancyRule.self, yieldsTo: [LoopRule.self]),
      Entry(rule: AfterEndRule.self),
      Entry(rule: RepeatedWorkRule.self),
      Entry(rule: ManyInnersRule.self),
      Entry(rule: NeverReleasedRule.self),
      Entry(rule: RetryStormRule.self),
      Entry(rule: GrowingRule.self, yieldsTo: [NeverReleasedRule.self, RetryStormRule.self]),
      Entry(rule: StaleRule.self, yieldsTo: [ManyInnersRule.self, GrowingRule.self]),
      Entry(rule: SwallowedRule.self),
      Entry(rule: DroppedForOtherRule.self),
      Entry(rule: WaitingRule.self, yieldsTo: [DroppedForOtherRule.self]),
      Entry(rule: BacklogRule.self),
      Entry(rule: MovesNothingRule.self),
      Entry(rule: SameObjectRule.self),
      Entry(rule: OldReplayRule.self),
      Entry(rule: OffMainRule.self),
      Entry(rule: MainBlockedRule.self),
      Entry(rule: EndedByErrorRule.self),
      Entry(rule: BagGoneRule.self),
      Entry(rule: UndeliveredRule.self, yieldsTo: [AfterEndRule.self, WaitingRule.self, BagGoneRule.self]),
      Entry(rule: UnhandledErrorRule.self),
      Entry(rule: NeverDisposedRule.self, yieldsTo: [NeverReleasedRule.self, GrowingRule.self]),
      Entry(rule: InnerGoesOnRule.self, yieldsTo: [ManyInnersRule.self]),
      Entry(rule: GlitchRule.self),
      Entry(
        rule: NeverRanRule.self, yieldsTo: [LoopRule.self, SwallowedRule.self, UndeliveredRule.self, BagGoneRule.self]),
      Entry(rule: LostBeforeRule.self, yieldsTo: [AfterEndRule.self, EndedByErrorRule.self]),
      Entry(
        rule: NobodySubscribedRule.self,
        yieldsTo: [AfterEndRule.self, EndedByErrorRule.self, BagGoneRule.self, LostBeforeRule.self]),
      Entry(rule: IncompleteRule.self),
      Entry(rule: SubscribeWithoutRunRule.self),
    ]
  }

  private var rules: [any CheckRule]

  init(_ limits: TraceCheck.Limits) {
    rules = Self.entries.map { $0.rule.init(limits) }
  }

  mutating func take(_ events: [PipelineEvent], _ run: Pipelines) {
    for index in rules.indices { rules[index].take(events, run) }
  }

  func quotes(_ run: Pipelines) -> [Int] { rules.flatMap { $0.quotes(run) } }

  /// Whether a rule has found something of which only the lines of the program tell more.
  func needLines(_ run: Pipelines) -> Bool { rules.contains { type(of: $0).needsLines && !$0.quotes(run).isEmpty } }

  func findings(_ run: Pipelines, _ names: FindingNames) -> [Finding] {
    var explained: [ObjectIdentifier: Explained] = [:]
    var found: [Finding] = []
    for (entry, rule) in zip(Self.entries, rules) {
      var known = Explained()
      for other in entry.yieldsTo.compactMap({ explained[ObjectIdentifier($0)] }) {
        known.steps.formUnion(other.steps)
        known.objects.formUnion(other.objects)
      }
      let findings = rule.findings(run, names, except: known)
      explained[ObjectIdentifier(entry.rule)] = rule.explained(by: findings)
      found += findings
    }
    return found
  }
}
