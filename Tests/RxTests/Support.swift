import Foundation
import Rx
import RxTest
import RxTrace
import Testing

/// All tests of the engine run one after another: recordings, the count of resources and the hooks are the process's.
@Suite(.serialized, LockOrderIsKept())
enum EngineTests {}

enum TestError: Error, Equatable {
  case first
  case second
}

/// What an observer is given, as text: `next(1)`.
final class Log {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }

  func add<Element>(_ event: Event<Element>) { entries.append("\(event.debugDescription)") }
}

/// Every event of a sequence that ends by itself, or as far as it gets.
func events<Element>(of source: Observable<Element>) -> [String] {
  let log = Log()
  let subscription = source.subscribe { log.add($0) }
  subscription.dispose()
  return log.entries
}

/// Records what `body` does.
func trace(_ body: () throws -> Void) throws -> Trace {
  let path = NSTemporaryDirectory() + "headwater-test-\(UUID().uuidString).hwtrace"
  defer { try? FileManager.default.removeItem(atPath: path) }
  try TraceRecorder.record(to: path, body)
  return try Trace(contentsOf: path)
}

extension Trace {
  /// The run as text: a line a step, two blanks a level.
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

  /// The calls that an operator consists of, one a line: `MapSink#1 forwardOn next 10`. The rest is left out: what
  /// disposes, schedules, or hands an event to the next stage.
  var calls: [String] {
    steps.filter { [.subscribe, .run, .forwardOn, .onCore].contains($0.kind) }.map { step in
      [
        name(of: step.object), step.kind.rawValue, step.event?.rawValue, step.value?.text,
        step.isDelivered ? nil : "undelivered",
      ].compactMap { $0 }.joined(separator: " ")
    }
  }
}

/// Lets the main queue do what it has been handed, and what that hands it in turn.
@MainActor func mainQueueSettles() async {
  for _ in 0..<10 {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }
}

/// An observable that a test feeds by hand, and that tells how it is used.
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
  /// Like `start`, with something that is done from within the delivery of each event, after it was noted.
  /// - Parameter within: gets the event, and the subscription that it came by.
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
