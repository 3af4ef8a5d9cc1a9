import RxSwift

let prices = PublishSubject<Int>()

final class PriceModel {
  let bag = DisposeBag()
  let texts = prices.map { "\($0) €" }
  deinit { print("view model freed") }
}

final class Screen {
  private let model = PriceModel()
  private var shown = ""

  func appear() {
    model.texts
      .subscribe(onNext: { [weak self] in self?.shown = $0 })
      .disposed(by: model.bag)
  }

  deinit { print("screen freed") }
}

func visit() {
  let screen = Screen()
  screen.appear()
  prices.onNext(5)
  withExtendedLifetime(screen) {}
}

for _ in 1...3 { visit() }
print("three visits are over")
