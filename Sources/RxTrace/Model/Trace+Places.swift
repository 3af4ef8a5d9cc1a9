import Foundation

/// The place where code runs, as people name it: its queue if it has one, otherwise its thread.
///
///     StepPlace(queue: "com.apple.root.default-qos", …).name
///     // Result: default QoS
package struct StepPlace: Equatable {
  /// The name as the program has it, not escaped: `main`, `com.example.db`, `default QoS`, `thread 2 "worker"`.
  package let name: String
  /// `main`, or the name that the program gave to the queue or, without one, to the thread; nil if it named neither.
  let givenName: String?
  /// Whether ``name`` is the thread's.
  package let isThread: Bool
  /// The thread's number from 1.
  let ordinal: Int

  /// The labels that the system gives to its own queues.
  private static let mainQueue = "com.apple.main-thread"
  private static let rootQueues = "com.apple.root."
  /// The beginning of an unnamed `OperationQueue`'s label. The queue's address follows, which differs from run to run.
  private static let unnamedOperations = "NSOperationQueue 0x"

  /// - Parameter queue: the queue's label; nil or empty if the thread works for no queue.
  package init(queue: String?, thread: TracedThread) {
    ordinal = thread.ordinal
    if let label = queue, let name = Self.queueName(label, on: thread) {
      (self.name, isThread) = (name, false)
      givenName = label.hasPrefix(Self.rootQueues) || label.hasPrefix(Self.unnamedOperations) ? nil : name
    } else {
      givenName = Self.isOwn(thread.name) ? thread.name : nil
      name = "thread \(ordinal)" + (givenName.map { " \"\($0)\"" } ?? "")
      isThread = true
    }
  }

  /// The queue's name or, without a queue, the name that the program gave to the thread; nil without either.
  var queueOrGivenName: String? { isThread ? givenName : name }

  /// The name with the thread's number: `com.example.db (thread 2)`.
  package var nameAndThread: String { isThread ? name : "\(name) (thread \(ordinal))" }

  /// A queue's label in words that are the same in each run.
  package static func lastingLabel(_ label: String) -> String {
    label.hasPrefix(unnamedOperations) ? "operation queue without a name" : label
  }

  /// The queue's name; nil for the label of a thread of the program's own, which does not work for that queue.
  private static func queueName(_ label: String, on thread: TracedThread) -> String? {
    if label.isEmpty { return nil }
    if label == mainQueue { return Trace.mainPlace }
    if label.hasPrefix(rootQueues) {
      let quality = label.dropFirst(rootQueues.count).split(separator: ".").first ?? ""
      if label.hasSuffix(".overcommit"), isOwn(thread.name) { return nil }
      return quality.hasSuffix("-qos") ? "\(quality.dropLast(4)) QoS" : label
    }
    // The label may be made from a `DispatchQoS`: …QoSClass.background, relativePriority: 0)
    guard let quality = label.range(of: "QoSClass.", options: .backwards) else { return lastingLabel(label) }
    let words = label[quality.upperBound...].prefix { $0.isLetter }
    return words.isEmpty ? label : "\(words.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()) QoS"
  }

  /// Whether the program named the thread. A pool's thread is named after the end of its queue's label.
  private static func isOwn(_ name: String) -> Bool {
    !name.isEmpty && !name.hasSuffix("-qos") && !name.hasSuffix("-qos.overcommit") && !name.hasSuffix(".overcommit")
  }
}

/// The places where the steps of a run ran. Each is worked out once, because most steps ran at the same few places.
package final class StepPlaces {
  private struct Key: Hashable {
    var thread: Int
    /// The position of the queue's label in the texts. A step that waited for its piece has an earlier piece's texts.
    var queue: Int?
    var texts: ObjectIdentifier
  }

  private let trace: Trace
  private var known: [Key: StepPlace] = [:]

  package init(_ trace: Trace) { self.trace = trace }

  /// The place where a step of the run ran.
  package func place(of step: Step) -> StepPlace {
    let key = Key(thread: step.thread, queue: step.queueNumber, texts: ObjectIdentifier(step.texts))
    if let place = known[key] { return place }
    let place = trace.place(of: step)
    known[key] = place
    return place
  }
}

extension Trace {
  /// The place where a step ran.
  package func place(of step: Step) -> StepPlace { StepPlace(queue: step.queue, thread: threads[step.thread]) }

  /// The name of the place whose queue is the main queue.
  package static let mainPlace = "main"

  /// The name of the queue that a step ran on or, without one, that of the thread; nil if neither has a name.
  package func placeName(of step: Step) -> String? {
    place(of: step).queueOrGivenName
  }

  /// The queue on which all steps of each thread ran, or the name that the program gave the thread; empty for neither.
  package var threadNames: [String] {
    let places = placesOfThreads
    return threads.indices.map { places[$0] ?? StepPlace(queue: nil, thread: threads[$0]).givenName ?? "" }
  }

  /// The names of the places of those threads whose steps all ran at the same place, by the thread's index.
  package var placesOfThreads: [Int: String] {
    let places = StepPlaces(self)
    let names = steps.reduce(into: [Int: Set<String?>]()) { names, step in
      names[step.thread, default: []].insert(places.place(of: step).queueOrGivenName)
    }
    return names.compactMapValues { $0.count == 1 ? $0.first! : nil }
  }

  /// `main (thread 1)`, `com.example.db (thread 2)`, `thread 3 "worker"`.
  package func threadText(of step: Step) -> String { ShownText.printable(place(of: step).nameAndThread) }
}
