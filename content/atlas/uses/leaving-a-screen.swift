import RxRelay
import RxSwift

let temperature = BehaviorRelay(value: 20)

final class Screen {
  private let bag = DisposeBag()
  func show(_ degrees: Int) { print("shows \(degrees) °C") }
  func start() {
    temperature
      .subscribe(with: self, onNext: { screen, degrees in screen.show(degrees) })
      .disposed(by: bag)
  }
  deinit { print("the screen is gone") }
}

var screen: Screen? = Screen()
screen?.start()
temperature.accept(21)
screen = nil
temperature.accept(22)
