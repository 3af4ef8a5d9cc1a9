import RxSwift

let prices = PublishSubject<Int>()

final class Screen {
  let bag = DisposeBag()
  var last = 0

  func appear() {
    prices.subscribe(onNext: { [weak self] price in self?.last = price }).disposed(by: bag)
  }
  deinit { print("screen freed") }
}

Screen().appear()
prices.onNext(7)
