import RxTrace

/// The outermost calls of a run, gathered into streams whose order is significant.
///
/// The calls of one thread, or of one serial queue, are a stream. Actions that other threads scheduled are a stream for
/// each pair of a scheduler and a scheduling thread, because the interleaving of their work on one queue does not matter.
/// Work on a pool of threads has no order, so each of its outermost calls is a stream of its own.
struct CallStreams {
  /// Outermost calls whose order among each other is compared.
  struct Stream {
    /// The kind of stream, in words that are the same in another run: `main`, `queue network`.
    var kind: String
    /// Whether these are calls of the main thread that no other thread scheduled.
    var isMain: Bool
    /// The calls, by their places among all outermost calls.
    fileprivate(set) var calls: [Int32] = []
    fileprivate var key: Key
  }

  /// An outermost call. There may be millions, so the numbers are short.
  private struct Call {
    var number: UInt32
    /// The number of the last step that it encloses.
    var last: UInt32
    /// The number of the step that asked for the call.
    var cause: UInt32?
    var object: Int32?
    var queue: Int32?
    var thread: UInt16
    var isOutput: Bool
  }

  fileprivate enum Key: Hashable {
    case thread(Int)
    case queue(String)
    case action(scheduler: ObjectID?, asker: Int)
    case call(Int)
  }

  /// The streams, in order of first appearance.
  private(set) var streams: [Stream] = []
  private var calls: [Call] = []
  /// For each step, from the first one on, the call that encloses it.
  private var callOfStep: [Int32] = []
  private var streamOfCall: [Int32] = []
  private var newest: [Int32] = []
  private var labels: [Int: String] = [:]
  private var threads: [TracedThread] = []
  private var mainThread: Int?

  private static let rootQueues = "com.apple.root."

  /// - Parameters:
  ///   - ignoringOutput: whether it does not matter what the programs printed.
  ///   - advance: goes to the next step of the source.
  init(_ source: any StepSource, ignoringOutput: Bool = false, _ advance: () throws -> Bool) rethrows {
    while try advance() { take(source.step, source) }
    threads = newest.indices.map(source.thread)
    streamOfCall = [Int32](repeating: -1, count: calls.count)
    var places: [Key: Int] = [:]
    for call in calls.indices where !(ignoringOutput && calls[call].isOutput) { gather(call, source, &places) }
    for stream in streams.indices { orderCalls(of: stream) }
  }

  private mutating func take(_ step: StreamedStep, _ source: any StepSource) {
    while newest.count <= step.thread { newest.append(-1) }
    if let queue = step.queue, labels[queue] == nil { labels[queue] = StepPlace.lastingLabel(source.queue(queue)) }
    if mainThread == nil, label(of: step.queue) == Pipelines.mainQueue { mainThread = step.thread }
    if step.parent == nil {
      newest[step.thread] = Int32(calls.count)
      calls.append(
        Call(
          number: UInt32(step.number), last: 0, cause: step.cause.map { UInt32($0) },
          object: step.object.map { Int32($0) },
          queue: step.queue.map { Int32($0) }, thread: UInt16(step.thread), isOutput: step.kind == .output))
    }
    let call = newest[step.thread]
    calls[Int(call)].last = UInt32(step.number)
    // A part of a run lacks some numbers.
    while callOfStep.count <= step.number - Int(calls[0].number) { callOfStep.append(call) }
  }

  private func label(of queue: Int?) -> String? { queue.flatMap { labels[$0] } }

  // MARK: Calls

  /// The outermost call that encloses a step.
  func call(ofStep number: Int) -> Int { Int(callOfStep[number - Int(calls[0].number)]) }

  /// The number of an outermost call's own step.
  func number(ofCall call: Int32) -> Int { Int(calls[Int(call)].number) }

  /// The thread or queue of an outermost call, in words that are the same in another run.
  func lane(ofCall index: Int) -> String {
    let call = calls[index]
    let label = label(of: call)
    // After the end of an asynchronous `main`, another thread serves the main queue on Linux.
    if Int(call.thread) == mainThread || label == Pipelines.mainQueue { return "the main thread" }
    if let label, !label.isEmpty, !label.hasPrefix(Self.rootQueues) { return "queue \(oneLine(label))" }
    if isPooled(call) { return "queue \(oneLine(label ?? ""))" }
    // A thread that nobody named has the program's name.
    let name = threads[Int(call.thread)].name
    let isNamed = !name.isEmpty && name != mainThread.map { threads[$0].name }
    return isNamed ? "thread \"\(oneLine(name))\"" : "a thread of its own"
  }

  private func label(of call: Call) -> String? { label(of: call.queue.map { Int($0) }) }

  /// Whether a call ran on a queue that many threads serve. A thread of the program's own has such a label too.
  private func isPooled(_ call: Call) -> Bool {
    guard let label = label(of: call), Int(call.thread) != mainThread else { return false }
    return label.hasPrefix(Self.rootQueues) && !label.hasSuffix(".overcommit")
  }

  // MARK: Streams

  private mutating func gather(_ call: Int, _ source: any StepSource, _ places: inout [Key: Int]) {
    let (key, kind) = key(ofCall: call, source)
    let stream = places[key] ?? streams.count
    if stream == streams.count {
      places[key] = stream
      streams.append(Stream(kind: kind, isMain: key == mainThread.map { .thread($0) }, key: key))
    }
    streams[stream].calls.append(Int32(call))
    streamOfCall[call] = Int32(stream)
  }

  private func key(ofCall index: Int, _ source: any StepSource) -> (Key, String) {
    let call = calls[index]
    if let cause = call.cause.map({ self.call(ofStep: Int($0)) }), streamOfCall[cause] >= 0 {
      let asker = Int(streamOfCall[cause])
      if isSameLane(index, cause), let same = ownKey(of: asker) { return (same, streams[asker].kind) }
      let scheduler = call.object.map { Int($0) }
      let name = scheduler.map { source.object($0).typeName } ?? ""
      return (.action(scheduler: scheduler, asker: asker), "\(name) for \(streams[asker].kind)")
    }
    let lane = lane(ofCall: index)
    if isPooled(call) { return (.call(index), lane) }
    if Int(call.thread) != mainThread, let label = label(of: call), !label.hasPrefix(Self.rootQueues), !label.isEmpty {
      return (.queue(label), lane)
    }
    return (.thread(Int(call.thread)), lane)
  }

  private func isSameLane(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (calls[one], calls[other])
    let isSameQueue = label(of: first) == label(of: second)
    if first.thread == second.thread { return Int(first.thread) == mainThread || isSameQueue }
    guard isSameQueue, !isPooled(first) else { return false }
    return label(of: first) == Pipelines.mainQueue || lane(ofCall: one).hasPrefix("queue ")
  }

  /// The key of the stream that an action continues; nil for a pool, whose calls stand by themselves.
  private func ownKey(of stream: Int) -> Key? {
    if case .call = streams[stream].key { return nil }
    return streams[stream].key
  }

  /// Puts actions of one stream that ran at the same time in the order in which they were asked for.
  private mutating func orderCalls(of stream: Int) {
    let members = streams[stream].calls.map { calls[Int($0)] }
    guard members.allSatisfy({ $0.cause != nil }), members.contains(where: { $0.thread != members[0].thread }),
      zip(members, members.dropFirst()).contains(where: { $0.last > $1.number })
    else { return }
    streams[stream].calls.sort { one, other in
      let (first, second) = (calls[Int(one)], calls[Int(other)])
      return first.cause ?? first.number < second.cause ?? second.number
    }
  }
}
