import RxSwift

let taps = PublishSubject<Void>()
let clock = PublishSubject<Int>()

final class Screen {
  private let bag = DisposeBag()

  func appear() {
    taps
      .flatMapLatest { [weak self] _ -> Observable<String> in
        clock.compactMap { self?.text(of: $0) }
      }
      .subscribe(onNext: { print($0) })
      .disposed(by: bag)
  }

  private func text(of seconds: Int) -> String { "\(seconds) s" }

  deinit { print("screen freed") }
}

func visit() {
  let screen = Screen()
  screen.appear()
  taps.onNext(())
  clock.onNext(1)
  withExtendedLifetime(screen) {}
}

visit()
print("the visit is over")
clock.onNext(2)
