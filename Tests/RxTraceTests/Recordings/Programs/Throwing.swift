import Foundation
import Rx

struct Mistake: Error { var number: Int }
enum Refusal: Error { case refused(String) }

/// Closures that throw: one with a short error, and one within another with a long one.
func throwing() {
  let bag = DisposeBag()
  Observable.of(1, 2)
    .map { number -> Int in
      if number == 2 { throw Mistake(number: number) }
      return number
    }
    .catch { error in Observable.just(0) }
    .subscribe(onNext: { print($0) })
    .disposed(by: bag)
  let words = PublishSubject<String>()
  words.flatMap { text in
    Observable.just(text).filter { inner in throw Refusal.refused("no \(inner), whatever is said about it") }
  }
  .subscribe(onNext: { print($0) }, onError: { print("error", $0) })
  .disposed(by: bag)
  words.onNext("a")
}
