import RxSwift

let clock = PublishSubject<Int>()

final class Screen {
  private let disposeBag = DisposeBag()
  init(_ name: String) {
    clock.subscribe(onNext: { print(name, $0) }, onDisposed: { print(name, "gone") }).disposed(by: disposeBag)
  }
}

var screen: Screen? = Screen("first")
clock.onNext(1)
screen = Screen("second")
clock.onNext(2)
screen = nil
clock.onNext(3)
