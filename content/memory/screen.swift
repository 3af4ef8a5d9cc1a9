import RxSwift

let prices = PublishSubject<Int>()

final class Screen {
  private let bag = DisposeBag()

  func appear() {
    prices
      .map { self.text(of: $0) }
      .subscribe(onNext: { print($0) })
      .disposed(by: bag)
  }

  private func text(of price: Int) -> String { "\(price) €" }

  deinit { print("screen freed") }
}

func visit() {
  let screen = Screen()
  screen.appear()
  prices.onNext(5)
  withExtendedLifetime(screen) {}
}

visit()
print("the visit is over")
