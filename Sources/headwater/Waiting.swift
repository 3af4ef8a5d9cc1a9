import Foundation

/// Runs an asynchronous task to its end, for a command that has nothing else to do.
enum Waiting {
  static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
    let (done, outcome) = (DispatchSemaphore(value: 0), Outcome())
    Task {
      do {
        try await body()
      } catch {
        outcome.error = error
      }
      done.signal()
    }
    done.wait()
    if let error = outcome.error { throw error }
  }

  /// The error is written before the signal and read after the wait.
  private final class Outcome: @unchecked Sendable { var error: (any Error)? }
}
