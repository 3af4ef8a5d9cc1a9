import RxCocoa
import RxRelay
import RxSwift

final class Basket {
  let prices = BehaviorRelay<[Int]>(value: [])
  let bag = DisposeBag()

  var total: Driver<String> {
    prices.map { $0.reduce(0, +) }.map { "total \($0)" }.asDriver(onErrorJustReturn: "?")
  }
}

let basket = Basket()
basket.total.drive(onNext: { print($0) }).disposed(by: basket.bag)
basket.prices.accept([3])
basket.prices.accept([3, 4])
