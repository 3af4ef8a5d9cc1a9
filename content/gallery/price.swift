import RxRelay
import RxSwift

final class Screen {
  private let bag = DisposeBag()

  func willAppear(_ price: Observable<Int>) {
    price.subscribe(onNext: { print("shows \($0)") }).disposed(by: bag)
  }
}

let price = PublishRelay<Int>()
let screen = Screen()
for number in 101...104 {
  screen.willAppear(price.asObservable())
  price.accept(number)
}
