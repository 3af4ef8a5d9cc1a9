import RxSwift

struct Offline: Error {}

let ticks = PublishSubject<Int>()

func time(at tick: Int) -> Observable<String> {
  tick == 2 ? .error(Offline()) : .just("\(tick):00")
}

final class ClockScreen {
  private let bag = DisposeBag()
  private var shown = "–"

  func appear() {
    ticks
      .flatMapLatest { time(at: $0) }
      .catchAndReturn("offline")
      .subscribe(onNext: { self.shown = $0 })
      .disposed(by: bag)
  }

  func report() { print("the clock shows \(shown)") }

  deinit { print("screen freed") }
}

func visit() {
  let screen = ClockScreen()
  screen.appear()
  for tick in 1...3 {
    ticks.onNext(tick)
    screen.report()
  }
}

visit()
print("the visit is over")
