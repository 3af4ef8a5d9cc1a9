import RxSwift

let prices = PublishSubject<Int>()

final class Screen {
  private let bag = DisposeBag()

  func appear() {
    prices
      .subscribe(onNext: { [weak self] in self?.show($0) })
      .disposed(by: bag)
  }

  private func show(_ price: Int) { print("\(price) €") }

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
