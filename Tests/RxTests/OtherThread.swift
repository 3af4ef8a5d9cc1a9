import Dispatch
import Foundation
import Testing

/// A thread that has let go of all that its work used once ``wait()`` returns: the next test may count what is left.
final class OtherThread: @unchecked Sendable {
  private var body: (() -> Void)?
  private let ended = DispatchSemaphore(value: 0)

  init(_ body: @escaping () -> Void) {
    self.body = body
    Thread.detachNewThread { [self] in
      self.body?()
      self.body = nil
      ended.signal()
    }
  }

  func wait() { #expect(ended.wait(timeout: .now() + 30) == .success) }
}

/// Runs `body` on another thread, and waits for it.
func elsewhere(_ body: @escaping () -> Void) { OtherThread(body).wait() }
