import RxSwift

let temperatures = PublishSubject<Int>()

final class Screen {
  private let bag = DisposeBag()
  private var shown = 0

  init() {
    temperatures
      .map { $0 * 10 }
      .subscribe(onNext: { self.shown = $0 })
      .disposed(by: bag)
  }

  deinit { print("screen freed") }
}

func visit() {
  let screen = Screen()
  temperatures.onNext(21)
  withExtendedLifetime(screen) {}
}

for _ in 1...3 { visit() }
print("three visits are over")
temperatures.onCompleted()
