import Testing

extension EngineTests {
  @Suite("stress") struct StressTests {
    @Test("what the engine promises holds whatever the threads do", arguments: [2, 8])
    func random(threads: Int) { Stress.run(threads: threads) }
  }
}
