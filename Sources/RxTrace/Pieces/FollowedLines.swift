/// The lines of the program that made the calls of a recording that may still be written.
package struct FollowedLines {
  private let path: String
  private let trusted: TrustedFolders
  /// A run without steps, which holds the functions, lines and texts that are known so far.
  private var run = LocatedTrace(trace: Trace())
  private var looked: Set<ReturnAddress> = []
  /// The calls, indexed by their call stacks.
  private var calls: [SourceCall?] = []
  /// Whether the line of any call is known.
  package private(set) var areKnown = false
  private var types: ShortTypes

  /// - Parameter trusted: folders whose programs may be opened if the recording names them.
  package init(ofRecordingAt path: String, trusting trusted: TrustedFolders) {
    (self.path, self.trusted) = (path, trusted)
    types = ShortTypes(run)
  }

  /// The reason why lines that could be known are not; nil if there is nothing to say.
  package var remark: String? { run.remark }

  /// Finds the lines of the call stacks that are new.
  mutating func take(_ source: StepFollower) {
    guard source.stackCount > calls.count else { return }
    let stacks = (calls.count..<source.stackCount).map(source.addresses(ofStack:))
    let unknown = stacks.filter { !looked.isSuperset(of: $0) }
    if !unknown.isEmpty { lookUp(unknown, source.program) }
    calls += stacks.map { run.sourceCall(in: $0) }
    areKnown = areKnown || calls.contains { $0 != nil }
  }

  /// Reads the facts about the program from a recording that has ended.
  /// - Parameter trace: the call stacks of the recording.
  package mutating func learn(_ trace: Trace) {
    if !trace.callStacks.isEmpty { lookUp(trace.callStacks, trace.program) }
  }

  private mutating func lookUp(_ stacks: [[ReturnAddress]], _ program: RecordedProgram) {
    looked.formUnion(stacks.joined())
    var trace = Trace()
    (trace.callStacks, trace.program) = (stacks, program)
    let found = LocatedTrace.located(trace, path, trusting: trusted, opensSources: false).run
    run.frames.merge(found.frames) { first, _ in first }
    run.texts.merge(found.texts) { first, _ in first }
    run.sourceFiles = Set(run.sourceFiles).union(found.sourceFiles).sorted()
    run.remark = run.remark ?? found.remark
    types = ShortTypes(run)
  }

  /// Forgets the numbers of call stacks, which begin anew, but keeps the symbols of their addresses.
  mutating func forgetStacks() { calls = [] }

  func call(ofStack place: Int) -> SourceCall? { place < calls.count ? calls[place] : nil }

  func builder(of objects: [TracedObject]) -> NameBuilder {
    var named = run
    named.trace.objects = objects
    var facts = NamingFacts()
    for object in objects where object.role == .observer {
      facts.take(.subscribe, nil, nil, object.id, object.callStack)
    }
    return NameBuilder(named, calls, facts)
  }

  /// A value with short names of the program's types.
  package func short(_ text: String) -> String { types.shortened(text) }
}
