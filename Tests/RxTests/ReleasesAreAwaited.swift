import Rx
import Testing

/// After each test, waits until other threads have released what the test made, because the next one may count objects.
///
/// A test ends with what it looked at: a queue may have called its observer and still hold the call.
struct ReleasesAreAwaited: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    let before = Resources.total
    do {
      try await body()
    } catch {
      await wait(for: before)
      throw error
    }
    await wait(for: before)
  }

  /// Some tests leave objects that live on, so this ends when the count has not changed for a while.
  private func wait(for before: Int32) async {
    var last = Resources.total
    // On a busy machine, a thread that releases something may not run for a while.
    var unchanged = 0
    while last > before, unchanged < 20 {
      try? await Task.sleep(for: .milliseconds(2))
      unchanged = Resources.total == last ? unchanged + 1 : 0
      last = Resources.total
    }
  }
}
