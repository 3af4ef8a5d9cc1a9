import RxSwift

@MainActor final class Screen {
  private let prices: PublishSubject<Int>
  private var shown = 0

  init(_ prices: PublishSubject<Int>) { self.prices = prices }

  func appear() {
    Task {
      for try await price in prices.values { shown = price }
    }
  }

  deinit { print("screen freed") }
}

let prices = PublishSubject<Int>()
for visit in 1...3 {
  let screen = Screen(prices)
  screen.appear()
  await Task.yield()
  prices.onNext(visit * 100)
  for _ in 1...5 { await Task.yield() }
}
print("three visits are over")
