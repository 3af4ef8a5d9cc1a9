import RxSwift

let prices = PublishSubject<Int>()

final class Screen {
  let name = "Prices"
  deinit { print("screen freed") }
}

func visit() -> Disposable {
  let screen = Screen()
  let subscription =
    prices
    .withUnretained(screen)
    .subscribe(onNext: { screen, price in print("\(screen.name): \(price)") })
  prices.onNext(5)
  withExtendedLifetime(screen) {}
  return subscription
}

let subscription = visit()
print("the visit is over")
prices.onNext(6)
