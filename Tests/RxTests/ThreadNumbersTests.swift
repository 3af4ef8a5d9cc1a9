import Testing

@testable import Rx

extension EngineTests {
  @Suite struct ThreadNumbersTests {
    @Test("a number is used again only when there is no new one, and never while its thread lives")
    func numbers() {
      var numbers = ThreadNumbers(largest: 3)
      #expect(numbers.take() == 1)
      numbers.giveBack(1)
      #expect([numbers.take(), numbers.take()] == [2, 3])
      #expect(numbers.take() == 1)
      #expect(numbers.take() == nil)
      numbers.giveBack(2)
      #expect(numbers.take() == 2)
      #expect(numbers.take() == nil)
    }
  }
}
