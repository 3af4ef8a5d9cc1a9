import Foundation
import RxSwift

// A screen's subscription goes with the screen: nobody else disposes of it.
final class Screen: NSObject {
  let input = PublishSubject<String>()
  let control = PublishSubject<String>()

  func show() {
    input.sample(control).subscribe(onNext: { print($0) }).disposed(by: rx.disposeBag)
  }
}

var screen: Screen? = Screen()
screen?.show()
screen?.input.onNext("1")
screen?.control.onNext("A")
screen?.control.onNext("B")
screen?.input.onNext("2")
screen?.control.onNext("C")
screen = nil
