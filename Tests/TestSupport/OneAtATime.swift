import Testing

/// Runs a suite's tests one after another, and while no other suite with this trait runs, in whichever target it is.
///
///     @Suite(.oneAtATime) struct SubjectTests { … }
///
/// A recording belongs to the whole process, and so does the count of living objects. Other tests wait for programs and
/// servers, and would keep each other from running on the few threads that Swift has for all of them.
///
/// Time that a test waits for others of its own suite counts towards its time limit, so a suite with limits is
/// `.serialized` as well.
public struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
  /// Whether the suite around the current one has the turn.
  @TaskLocal private static var hasTurn = false
  private static let suites = Turns()
  private static let tests = Turns()

  public var isRecursive: Bool { true }

  /// A recursive trait would have a scope for tests only.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> OneAtATime? {
    test.isSuite || testCase != nil ? self : nil
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    if testCase != nil { return try await Self.tests.run(body) }
    // A suite within a suite.
    if Self.hasTurn { return try await body() }
    try await Self.suites.run { try await Self.$hasTurn.withValue(true, operation: body) }
  }
}

extension Trait where Self == OneAtATime {
  /// One after another, in whichever target they are.
  public static var oneAtATime: OneAtATime { OneAtATime() }
}

/// Lets one body at a time run, first come, first served. Waiting blocks no thread.
private actor Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated func run(_ body: @Sendable () async throws -> Void) async throws {
    await take()
    do {
      try await body()
    } catch {
      await pass()
      throw error
    }
    await pass()
  }

  private func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func pass() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
