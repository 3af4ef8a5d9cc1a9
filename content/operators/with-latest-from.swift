import Foundation
import RxSwift

// A screen's subscription goes with the screen: nobody else disposes of it.
final class Screen: NSObject {
  let control = PublishSubject<String>()
  let input = PublishSubject<String>()

  func show() {
    control.withLatestFrom(input) { $0 + $1 }.subscribe(onNext: { print($0) }).disposed(by: rx.disposeBag)
  }
}

var screen: Screen? = Screen()
screen?.show()
screen?.control.onNext("1")
screen?.input.onNext("A")
screen?.control.onNext("2")
screen?.control.onNext("3")
screen = nil
