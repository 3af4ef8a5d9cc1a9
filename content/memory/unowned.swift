import RxSwift

let prices = PublishSubject<Int>()

final class Screen {
  private var shown = 0

  func appear() {
    _ = prices.subscribe(onNext: { [unowned self] in shown = $0 })
  }

  deinit { print("screen freed") }
}

func visit() {
  let screen = Screen()
  screen.appear()
}

visit()
prices.onNext(5)
print("a price was sent")
