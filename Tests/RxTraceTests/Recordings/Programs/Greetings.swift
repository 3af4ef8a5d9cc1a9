import Foundation
import Rx

/// A pipeline that prints, several pieces a line, several lines a call; a long text; an element that comes too late.
func greetings() {
  let bag = DisposeBag()
  Observable.of("Ada", "Grace")
    .map { "hello, \($0)" }
    .filter { !$0.hasSuffix("Grace") }
    .subscribe(
      onNext: { print($0, "and all the others", separator: "\n", terminator: "!\n") },
      onCompleted: { print() }
    )
    .disposed(by: bag)
  Observable<Int>.create { observer in
    for number in 1...2 { observer.onNext(number) }
    observer.onCompleted()
    return Disposables.create { print("disposed") }
  }
  .take(1)
  .subscribe { event in print(event) }
  .disposed(by: bag)
}
