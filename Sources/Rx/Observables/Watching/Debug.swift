import Foundation
import Synchronization

extension ObservableType {
  /// Prints each subscription, event and disposal of the sequence.
  ///
  ///     _ = Observable.just(1).debug("numbers").subscribe()
  ///     // Prints: 2026-03-01 09:41:00.000: numbers -> subscribed
  ///     //         2026-03-01 09:41:00.000: numbers -> Event next(1)
  ///     //         2026-03-01 09:41:00.000: numbers -> Event completed
  ///     //         2026-03-01 09:41:00.000: numbers -> isDisposed
  ///
  /// - Parameters:
  ///   - identifier: the name in each line; if nil, the file, line and function of this call.
  ///   - trimOutput: whether the middle of events that are longer than forty characters is left out.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
    function: String = #function
  ) -> Observable<Element> {
    let place = "\(file.split(separator: "/").last ?? ""):\(line) (\(function))"
    return Debug(asObservable()) { DebugSink(identifier ?? place, trimOutput: trimOutput, $0) }
  }
}

private final class Debug<Element>: Operator<Element, Element> {}

private final class DebugSink<Element>: Sink<Element, Element> {
  private let identifier: String
  private let trimOutput: Bool
  private let hasToldOfDisposal = Atomic<Bool>(false)

  init(_ identifier: String, trimOutput: Bool, _ output: Downstream<Element>) {
    self.identifier = identifier
    self.trimOutput = trimOutput
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    tell("subscribed")
    return source.subscribe(self)
  }

  override func on(next element: Element) {
    tell(of: .next(element))
    forwardOn(next: element)
  }

  override func on(error: any Swift.Error) {
    tell(of: .error(error))
    fail(error)
  }

  override func onCompletion() {
    tell(of: .completed)
    finish()
  }

  override func dispose() {
    if !hasToldOfDisposal.exchange(true, ordering: .relaxed) { tell("isDisposed") }
    super.dispose()
  }

  private func tell(of event: Event<Element>) {
    let (text, longest) = ("\(event)", 40)
    guard trimOutput, text.count > longest else { return tell("Event \(text)") }
    tell("Event \(text.prefix(longest / 2))...\(text.suffix(longest / 2))")
  }

  private func tell(_ content: String) { DebugOutput.tell("\(identifier) -> \(content)") }
}

/// Prints for `debug`.
enum DebugOutput {
  /// Prints a line; tests replace it.
  static let write = Lock<@Sendable (String) -> Void> { print($0) }

  private static let formatter = Lock(
    {
      let formatter = DateFormatter()
      formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
      return formatter
    }())

  /// Prints a line with the time of day.
  static func tell(_ content: String) {
    let now = formatter.withLock { $0.string(from: Date()) }
    write.withLock { $0 }("\(now): \(content)")
  }
}
