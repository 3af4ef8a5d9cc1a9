import Dispatch
import Rx

/// A screen whose methods subscribe, each with a bag of its own kind.
private final class Screen: @unchecked Sendable {
  let prices: PublishSubject<Int>
  let clock = Clock()
  private var bag = DisposeBag()

  init(_ prices: PublishSubject<Int> = PublishSubject()) { self.prices = prices }

  func listenInFunction() {
    let bag = DisposeBag()
    prices.map { $0 * 2 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
  }

  func requestInFunction() {
    let bag = DisposeBag()
    clock.request("Ada").subscribe(onNext: { ignore($0) }).disposed(by: bag)
  }

  func tickInFunction() {
    let bag = DisposeBag()
    Observable<Int>.interval(.seconds(1), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
      .disposed(by: bag)
  }

  func connectInFunction(_ numbers: ConnectableObservable<Int>) {
    let bag = DisposeBag()
    numbers.connect().disposed(by: bag)
  }

  func replaceAfter() {
    prices.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    bag = DisposeBag()
  }

  func replaceBefore() {
    bag = DisposeBag()
    prices.subscribe(onNext: { ignore($0) }).disposed(by: bag)
  }

  func bindAndReset() {
    listen()
    reset()
  }

  func resetAndBind() {
    reset()
    listen()
  }

  func listen() { prices.subscribe(onNext: { ignore($0) }).disposed(by: bag) }

  func reset() { bag = DisposeBag() }

  func load() { clock.request("Ada").subscribe(onNext: { ignore($0) }).disposed(by: bag) }

  func onTap(_ taps: PublishSubject<Void>) {
    taps.subscribe(onNext: { [clock] in
      let bag = DisposeBag()
      clock.request("Ada").subscribe(onNext: { ignore($0) }).disposed(by: bag)
    }).disposed(by: bag)
  }

  func readInFunction(_ name: BehaviorSubject<String>) -> String {
    var read = ""
    let bag = DisposeBag()
    name.subscribe(onNext: { read = $0 }).disposed(by: bag)
    return read
  }

  func sendInFunction() {
    let bag = DisposeBag()
    prices.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    prices.onNext(1)
  }

  func listenWhileWaiting() {
    let bag = DisposeBag()
    prices.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.001)
  }

  func endOnPurpose() {
    var bag: DisposeBag? = DisposeBag()
    prices.subscribe(onNext: { ignore($0) }).disposed(by: bag!)
    bag = nil
    ignore(bag)
  }

  func disposeOnPurpose() {
    let subscription = prices.subscribe(onNext: { ignore($0) })
    defer { subscription.dispose() }
    ignore(subscription)
  }
}

private func showOnce() {
  let screen = Screen()
  screen.load()
}

/// An object that listens while it does its work at once.
private func work(until cancelled: PublishSubject<Int>) {
  let job = Screen(cancelled)
  job.listen()
}

private func reuse(_ cell: Screen) {
  cell.listen()
  cell.reset()
  cell.listen()
}

extension Shape {
  static let bagGone: [Shape] = [
    Shape("a bag of the function, and a subject that sends later", .bagGone) {
      let screen = Screen()
      screen.listenInFunction()
      screen.prices.onNext(1)
    },
    Shape("a bag of the function, and a request", .bagGone) { Screen().requestInFunction() },
    Shape("a bag of the function, and an interval", .bagGone) { Screen().tickInFunction() },
    Shape("a bag of the function, and a connection", .bagGone) {
      let (numbers, bag) = (PublishSubject<Int>(), DisposeBag())
      let shared = numbers.publish()
      shared.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      Screen().connectInFunction(shared)
      numbers.onNext(1)
    },
    Shape("a bag of the closure of a tap", .bagGone) {
      let (screen, taps) = (Screen(), PublishSubject<Void>())
      screen.onTap(taps)
      taps.onNext(())
    },
    Shape("a bag that is replaced behind the subscription", .bagGone) {
      let screen = Screen()
      screen.replaceAfter()
      screen.prices.onNext(1)
    },
    Shape("a bag that another method replaces behind the subscription", .bagGone) {
      let screen = Screen()
      screen.bindAndReset()
      screen.prices.onNext(1)
    },
    Shape("an object that nobody keeps, with a request", .bagGone) { showOnce() },
  ]

  static let bagKept: [Shape] = [
    Shape("a bag that is replaced before each subscription") {
      let screen = Screen()
      screen.replaceBefore()
      screen.replaceBefore()
      screen.prices.onNext(1)
    },
    Shape("a bag that another method replaces before each subscription") {
      let screen = Screen()
      screen.resetAndBind()
      screen.resetAndBind()
      screen.prices.onNext(1)
    },
    Shape("a bag of the function, within which the elements come") { Screen().sendInFunction() },
    Shape("a bag of the function that reads the current value") {
      let name = BehaviorSubject(value: "Ada")
      ignore(Screen().readInFunction(name))
      name.onNext("Bob")
    },
    Shape("a bag of a function that waits for something else") {
      let screen = Screen()
      screen.listenWhileWaiting()
      screen.prices.onNext(1)
    },
    Shape("a bag that is set to nil") {
      let screen = Screen()
      screen.endOnPurpose()
      screen.prices.onNext(1)
    },
    Shape("a subscription that is disposed at the end of the function") {
      let screen = Screen()
      screen.disposeOnPurpose()
      screen.prices.onNext(1)
    },
    Shape("an object that listens for cancellation as long as it lives") {
      let cancelled = PublishSubject<Int>()
      work(until: cancelled)
      cancelled.onNext(1)
    },
    Shape("a cell that is used again") {
      let cell = Screen()
      reuse(cell)
      cell.prices.onNext(1)
    },
    Shape("an object that is kept until the answer has come") {
      let screen = Screen()
      screen.load()
      screen.clock.advance(1)
    },
  ]
}
