import Foundation
import NSObject_Rx
import RxSwift

let temperature = PublishSubject<Int>()
let clock = PublishSubject<String>()

final class Display: NSObject {
  func show() {
    temperature.sample(clock)
      .subscribe(onNext: { degrees in print("\(degrees) °C") })
      .disposed(by: rx.disposeBag)
  }
}

var display: Display? = Display()
display?.show()
temperature.onNext(18)
clock.onNext("9:00")
print("switching off")
display = nil
temperature.onNext(19)
clock.onNext("10:00")
