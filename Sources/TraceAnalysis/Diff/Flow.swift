import RxTrace

/// A run for the comparison: its outermost calls, gathered into streams whose order is significant.
///
/// The calls of one thread, or of one serial queue, are a stream. Actions that other threads scheduled are a stream for
/// each pair of a scheduler and a scheduling thread, because the interleaving of their work on one queue does not matter.
/// Work on a pool of threads has no order, so each of its outermost calls is a stream of its own.
struct Flow {
  /// Outermost calls whose order among each other is compared.
  struct Stream {
    /// The kind of stream, in words that are the same in another run: `main`, `queue network`.
    var kind: String
    /// Whether these are calls of the main thread that no other thread scheduled.
    var isMain = false
    /// Steps, as positions in the trace: each outermost call with all that it encloses.
    var steps: [Int] = []
    fileprivate var key: StreamKey
    /// Those calls, by their own positions.
    fileprivate(set) var roots: [Int] = []
  }

  let trace: Trace
  /// In order of first appearance.
  private(set) var streams: [Stream] = []
  /// The whole line that was printed, for each step that began one.
  private(set) var printed: [Int: String] = [:]
  /// For each step the outermost call that encloses it.
  private let rootOf: [Int]
  /// For each outermost call the last step that it encloses.
  private let lastOf: [Int]
  private var streamOfRoot: [Int: Int] = [:]
  private let mainThread: Int?
  private let ignoresOutput: Bool

  init(_ trace: Trace, ignoringOutput: Bool = false) {
    (self.trace, ignoresOutput) = (trace, ignoringOutput)
    var rootOf = [Int](repeating: 0, count: trace.steps.count)
    var lastOf = rootOf
    for step in trace.steps {
      rootOf[step.index] = step.parent.map { rootOf[$0] } ?? step.index
      lastOf[rootOf[step.index]] = step.index
    }
    (self.rootOf, self.lastOf) = (rootOf, lastOf)
    mainThread = trace.steps.first { $0.queue == Self.mainQueue }?.thread
    gatherStreams()
    gatherSteps()
  }

  private static let mainQueue = "com.apple.main-thread"
  private static let rootQueues = "com.apple.root."

  /// The outermost call that encloses a step.
  func root(of step: Int) -> Int { rootOf[step] }

  /// The thread or queue of an outermost call, in words that are the same in another run.
  func lane(of root: Int) -> String {
    let step = trace.steps[root]
    if step.thread == mainThread { return "the main thread" }
    if let label = step.queue, !label.isEmpty, !label.hasPrefix(Self.rootQueues) { return "queue \(oneLine(label))" }
    if isPooled(step) { return "queue \(oneLine(step.queue ?? ""))" }
    // A thread that nobody named has the program's name.
    let name = trace.threads[step.thread].name
    let isNamed = !name.isEmpty && name != mainThread.map { trace.threads[$0].name }
    return isNamed ? "thread \"\(oneLine(name))\"" : "a thread of its own"
  }

  /// On a queue that many threads serve; a thread of the program's own has the label of such a queue too.
  private func isPooled(_ step: Step) -> Bool {
    guard let label = step.queue, step.thread != mainThread else { return false }
    return label.hasPrefix(Self.rootQueues) && !label.hasSuffix(".overcommit")
  }

  private mutating func gatherStreams() {
    var byKey: [StreamKey: Int] = [:]
    for step in trace.steps where step.parent == nil && isCompared(step) {
      let (key, kind) = streamKey(step)
      let stream = byKey[key] ?? streams.count
      if stream == streams.count {
        byKey[key] = stream
        streams.append(Stream(kind: kind, isMain: key == mainThread.map { .thread($0) }, key: key))
      }
      streams[stream].roots.append(step.index)
      streamOfRoot[step.index] = stream
    }
    for index in streams.indices { orderRoots(of: index) }
  }

  private func streamKey(_ root: Step) -> (StreamKey, String) {
    if let cause = root.cause, let asker = streamOfRoot[rootOf[cause]] {
      if isSameLane(root.index, rootOf[cause]), let same = ownKey(of: asker) {
        return (same, streams[asker].kind)
      }
      let scheduler = root.object.map { trace.objects[$0].typeName } ?? ""
      return (.action(scheduler: root.object, asker: asker), "\(scheduler) for \(streams[asker].kind)")
    }
    let lane = self.lane(of: root.index)
    if isPooled(root) { return (.call(root.index), lane) }
    if root.thread != mainThread, let label = root.queue, !label.hasPrefix(Self.rootQueues), !label.isEmpty {
      return (.queue(label), lane)
    }
    return (.thread(root.thread), lane)
  }

  private func isSameLane(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (trace.steps[one], trace.steps[other])
    if first.thread == second.thread { return first.thread == mainThread || first.queue == second.queue }
    return !isPooled(first) && first.queue == second.queue && lane(of: one).hasPrefix("queue ")
  }

  /// The key of the stream that an action continues; nil for a pool, whose calls stand by themselves.
  private func ownKey(of stream: Int) -> StreamKey? {
    if case .call = streams[stream].key { return nil }
    return streams[stream].key
  }

  /// Actions of one stream that ran at the same time have the order in which they were asked for.
  private mutating func orderRoots(of stream: Int) {
    let roots = streams[stream].roots
    guard roots.allSatisfy({ trace.steps[$0].cause != nil }), Set(roots.map { trace.steps[$0].thread }).count > 1 else {
      return
    }
    guard zip(roots, roots.dropFirst()).contains(where: { lastOf[$0] > $1 }) else { return }
    streams[stream].roots = roots.sorted { trace.steps[$0].cause ?? $0 < trace.steps[$1].cause ?? $1 }
  }

  private func isCompared(_ step: Step) -> Bool { !ignoresOutput || step.kind != .output }

  private mutating func gatherSteps() {
    var within: [Int: [Int]] = [:]
    for step in trace.steps where isCompared(step) { within[rootOf[step.index], default: []].append(step.index) }
    for stream in streams.indices {
      for root in streams[stream].roots { append(within[root] ?? [], to: stream) }
    }
  }

  /// The pieces of one printed line are one step, even if the output of other threads came in between.
  private mutating func append(_ steps: [Int], to stream: Int) {
    for index in steps {
      let step = trace.steps[index]
      guard step.kind == .output else {
        streams[stream].steps.append(index)
        continue
      }
      let text = step.value?.text ?? ""
      if let last = streams[stream].steps.last, printed[last].map({ !$0.hasSuffix("\n") }) ?? false,
        trace.steps[last].parent == step.parent, trace.steps[last].thread == step.thread
      {
        printed[last, default: ""] += text
      } else {
        streams[stream].steps.append(index)
        printed[index] = text
      }
    }
  }
}

private enum StreamKey: Hashable {
  case thread(Int)
  case queue(String)
  case action(scheduler: ObjectID?, asker: Int)
  case call(Int)
}
