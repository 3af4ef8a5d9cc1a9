import RxSwift

final class Screen {
  private let bag = DisposeBag()

  init(_ prices: PublishSubject<Int>) {
    prices.subscribe(onNext: { print("shows \($0)") }).disposed(by: bag)
  }
}

let prices = PublishSubject<Int>()
_ = Screen(prices)
prices.onNext(1)
print("nothing was shown")
