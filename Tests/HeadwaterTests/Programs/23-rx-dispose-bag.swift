import Foundation
import NSObject_Rx
import RxSwift

final class Controller: NSObject {
  let titles = BehaviorSubject(value: "Loading")

  func viewDidLoad() {
    titles.subscribe(onNext: { print("title:", $0) }, onDisposed: { print("let go") }).disposed(by: rx.disposeBag)
  }
}

var controller: Controller? = Controller()
controller?.viewDidLoad()
controller?.titles.onNext("Inbox")
controller = nil
