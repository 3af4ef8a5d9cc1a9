import Foundation
import Rx

/// Collects a sequence's elements until there are enough or it ends, and lets one thread wait for that.
final class Gathering<Element>: @unchecked Sendable {
  private enum Ending {
    case completed
    case failed(any Swift.Error)
  }

  private let limit: Int
  private let predicate: (Element) throws -> Bool
  private let subscription = SingleAssignmentDisposable()

  private let lock = NSLock()
  private var elements: [Element] = []
  private var ending: Ending?
  private var wait: RunLoopWait?

  init(limit: Int, predicate: @escaping (Element) throws -> Bool) {
    self.limit = limit
    self.predicate = predicate
  }

  /// - Parameter timeout: seconds after which the result is a failure with `RxError.timeout`.
  func result(of source: Observable<Element>, timeout: TimeInterval?) -> MaterializedSequenceResult<Element> {
    let deadline = timeout.map { ProcessInfo.processInfo.systemUptime + $0 }
    subscription.setDisposable(source.subscribe { self.take($0) })
    if !hasEnded { waitForEnd(until: deadline ?? .infinity) }
    end(.failed(RxError.timeout))
    return lock.withLock {
      switch ending {
      case .failed(let error): .failed(elements: elements, error: error)
      default: .completed(elements: elements)
      }
    }
  }

  private var hasEnded: Bool { lock.withLock { ending != nil } }

  private func take(_ event: Event<Element>) {
    guard !hasEnded else { return }
    switch event {
    case .next(let element): take(element)
    case .error(let error): end(.failed(error))
    case .completed: end(.completed)
    }
  }

  private func take(_ element: Element) {
    do {
      guard try predicate(element) else { return }
    } catch {
      return end(.failed(error))
    }
    let isEnough = lock.withLock {
      // The wait may have ended while the predicate was called.
      if ending == nil { elements.append(element) }
      return elements.count >= limit
    }
    if isEnough { end(.completed) }
  }

  /// Ends the wait; only the first call counts.
  private func end(_ ending: Ending) {
    let wait: RunLoopWait? = lock.withLock {
      guard self.ending == nil else { return nil }
      self.ending = ending
      return self.wait
    }
    subscription.dispose()
    wait?.wake()
  }

  private func waitForEnd(until deadline: TimeInterval) {
    let wait = RunLoopWait()
    defer { wait.end() }
    lock.withLock { self.wait = wait }
    while !hasEnded {
      let seconds = deadline - ProcessInfo.processInfo.systemUptime
      guard seconds > 0 else { return }
      wait.run(seconds: seconds)
    }
  }
}
