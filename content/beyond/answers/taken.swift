import RxSwift

let temperatures = PublishSubject<Int>()

func watch() {
  _ = temperatures.map { $0 * 10 }.take(1).subscribe(onNext: { print($0) })
}

watch()
temperatures.onNext(21)
