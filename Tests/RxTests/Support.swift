import Foundation
import Rx
import RxTest
import RxTrace
import RxTracing
import TestSupport
import Testing

/// All tests of the engine: recordings, the resource count and the hooks are global.
@Suite(.oneAtATime, LockOrderIsKept(), ReleasesAreAwaited())
enum EngineTests {}

enum TestError: Error, Equatable {
  case first
  case second
}

/// Logs the events of an observer as text: `next(1)`.
final class Log {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }

  func add<Element>(_ event: Event<Element>) { entries.append("\(event.debugDescription)") }
}

/// The events of a sequence that ends by itself, or all events until `subscribe` returns.
func events<Element>(of source: Observable<Element>) -> [String] {
  let log = Log()
  let subscription = source.subscribe { log.add($0) }
  subscription.dispose()
  return log.entries
}

/// Records a run of `body`, without what a thread does meanwhile that an earlier test has left behind.
func trace(_ body: () throws -> Void) throws -> Trace {
  try TraceRecorder.record(body).trace.connected(toThread: 0)
}

extension Trace {
  /// The run as text: a line for each step, indented by two blanks for each level.
  var outline: String {
    steps.map { step in
      let value = step.value.map { " \($0.text)" } ?? ""
      let event = step.event.map { " \($0.rawValue)" } ?? ""
      let lost = step.isDelivered ? "" : " undelivered"
      return String(repeating: "  ", count: step.depth) + name(of: step.object) + " " + step.kind.rawValue + event
        + value + lost
    }.joined(separator: "\n")
  }

  func count(_ kind: StepKind) -> Int { steps.filter { $0.kind == kind }.count }

  /// The calls of an operator's own work, one on each line: `MapSink#1 forwardOn next 10`. Calls that dispose,
  /// schedule, or pass an event to the next stage are left out.
  var calls: [String] {
    steps.filter { [.subscribe, .run, .forwardOn, .onCore].contains($0.kind) }.map { step in
      [
        name(of: step.object), step.kind.rawValue, step.event?.rawValue, step.value?.text,
        step.isDelivered ? nil : "undelivered",
      ].compactMap { $0 }.joined(separator: " ")
    }
  }
}

/// Waits until the main queue has run its actions, and the actions that those enqueue.
@MainActor func mainQueueSettles() async {
  for _ in 0..<10 {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }
}

/// An observable whose events a test sends, and which counts its subscriptions and disposals.
final class Probe<Element> {
  private(set) var observer: AnyObserver<Element>?
  private(set) var subscriptions = 0
  private(set) var disposals = 0

  lazy var observable = Observable<Element>.create { observer in
    self.observer = observer
    self.subscriptions += 1
    return Disposables.create { self.disposals += 1 }
  }
}

extension TestScheduler {
  /// Like `start`, and calls `within` from within the delivery of each event, after the event was recorded.
  /// - Parameter within: gets the event and the subscription.
  func start<Element>(
    _ source: Observable<Element>, within: @escaping (Event<Element>, any Disposable) -> Void
  ) -> TestableObserver<Element> {
    let observer = createObserver(Element.self)
    let subscription = SingleAssignmentDisposable()
    scheduleAt(Defaults.subscribed) {
      subscription.setDisposable(
        source.subscribe { event in
          observer.on(event)
          within(event, subscription)
        })
    }
    scheduleAt(Defaults.disposed) { subscription.dispose() }
    start()
    return observer
  }
}
