import RxSwift

let prices = PublishSubject<Int>()

final class PriceModel {
  let texts = prices.map { "\($0) €" }
  deinit { print("view model freed") }
}

final class Screen {
  private let model = PriceModel()
  private let bag = DisposeBag()
  private var shown = ""

  func appear() {
    model.texts
      .subscribe(onNext: { self.shown = $0 })
      .disposed(by: bag)
  }

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
