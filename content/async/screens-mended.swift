import RxSwift

@MainActor final class Screen {
  private let prices: PublishSubject<Int>
  private var shown = 0
  private var loop: Task<Void, any Error>?

  init(_ prices: PublishSubject<Int>) { self.prices = prices }

  func appear() {
    loop = Task {
      for try await price in prices.values { shown = price }
    }
  }

  func disappear() async {
    loop?.cancel()
    _ = await loop?.result
  }

  deinit { print("screen freed") }
}

let prices = PublishSubject<Int>()
for visit in 1...3 {
  let screen = Screen(prices)
  screen.appear()
  await Task.yield()
  prices.onNext(visit * 100)
  await screen.disappear()
}
print("three visits are over")
