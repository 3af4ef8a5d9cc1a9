import RxRelay
import RxSwift

final class Screen {
  let prices = PublishRelay<Int>()
  private let bag = DisposeBag()

  func appear() {
    prices.subscribe(onNext: { print("shows \($0)") }).disposed(by: bag)
  }
}

let screen = Screen()
screen.appear()
screen.prices.accept(1)
print("a price was sent")
