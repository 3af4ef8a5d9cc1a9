import Testing

extension EngineThreads {
  /// The rounds are those of the engine's own tests.
  @Suite struct StressTests {
    @Test("what the engine promises holds whatever the threads do", arguments: [2, 8])
    func random(threads: Int) { Stress.run(threads: threads) }
  }
}
