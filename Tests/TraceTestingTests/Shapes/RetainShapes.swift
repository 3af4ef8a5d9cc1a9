import Rx
import TraceAnalysis

private class Controller {
  let bag = DisposeBag()
  let prices: PublishSubject<Int>
  var shown = 0

  init(_ prices: PublishSubject<Int>) { self.prices = prices }
}

private final class Screen: Controller {
  private var show: (Int) -> Void = { _ in }
  private let factor = 2
  private var watch: (any Disposable)?
  private var paused: (any Disposable)?

  deinit { watch?.dispose() }

  func passMethod() {
    prices.map { $0 * 2 }.subscribe(onNext: render).disposed(by: bag)
  }

  func passMethodToOperator() {
    prices.map(scaled).subscribe(onNext: { [weak self] in self?.shown = $0 }).disposed(by: bag)
  }

  func passProperty() {
    show = { price in self.shown = price }
    prices.subscribe(onNext: show).disposed(by: bag)
  }

  func captureInOperator() {
    prices
      .map { $0 * self.factor }
      .subscribe(onNext: { [weak self] in self?.shown = $0 })
      .disposed(by: bag)
  }

  func captureInNestedClosure() {
    prices.flatMapLatest { price in Observable.just(price).map { $0 * self.factor } }
      .subscribe(onNext: { ignore($0) }).disposed(by: bag)
  }

  func captureInText() {
    prices.subscribe(onNext: { price in ignore("\(price) of \(self.shown)") }).disposed(by: bag)
  }

  func nameInText() {
    prices.subscribe(onNext: { price in ignore("self: \(price), \\(self)") }).disposed(by: bag)
  }

  func captureAndKeepDisposable() {
    watch = prices.map { $0 * 2 }
      .subscribe(onNext: { self.shown = $0 })
  }

  func captureAndKeepDisposableUntilPause() {
    paused = prices.subscribe(onNext: { self.shown = $0 })
  }

  func pause() { paused?.dispose() }

  func captureAndInsert() {
    bag.insert(
      prices.subscribe(onNext: { self.shown = $0 }),
      prices.subscribe(onNext: { ignore($0) }))
  }

  func passBag() {
    prices.filter { $0 > 0 }.follow(into: bag) { price in
      self.shown = price
    }
  }

  func passBagOfAnother(_ bag: DisposeBag) {
    prices.filter { $0 > 0 }.follow(into: bag) { self.shown = $0 }
  }

  func captureWeakly() {
    prices
      .flatMapLatest { [weak self] price -> Observable<Int> in
        guard let self else { return .empty() }
        return Observable.just(price).map { $0 * self.factor }
      }
      .subscribe(onNext: { [weak self] in self?.shown = $0 })
      .disposed(by: bag)
  }

  func passFunction() {
    func render(_ price: Int) { ignore(price) }
    prices.subscribe(onNext: render).disposed(by: bag)
  }

  func passCapturingFunction() {
    func show(_ price: Int) {
      shown = price
    }
    prices.bind(onNext: show).disposed(by: bag)
  }

  func passFunctionWithOwnNames() {
    func show(_ price: Int) {
      let shown = price
      ignore(shown)
    }
    prices.bind(onNext: show).disposed(by: bag)
  }

  func passParameter(_ render: @escaping (Int) -> Void) {
    prices.subscribe(onNext: render).disposed(by: bag)
  }

  private func render(_ price: Int) { shown = price }

  private func scaled(_ price: Int) -> Int { price * factor }
}

extension Screen {
  fileprivate func captureInExtension() {
    prices.subscribe(onNext: { price in
      self.shown = price
    })
    .disposed(by: self.bag)
  }
}

extension ObservableType {
  fileprivate func follow(into bag: DisposeBag, _ show: @escaping (Element) -> Void) {
    subscribe(onNext: show).disposed(by: bag)
  }
}

extension Shape {
  /// A screen that nobody keeps, and whose pipeline gets an element after it should be gone.
  private static func visit(_ subscribe: (Screen) -> Void) {
    let prices = PublishSubject<Int>()
    subscribe(Screen(prices))
    prices.onNext(1)
  }

  static let neverReleased: [Shape] = [
    Shape("a method that is passed, and the bag of a superclass", .neverReleased) { visit { $0.passMethod() } },
    Shape("a method that an operator is given", .neverReleased) { visit { $0.passMethodToOperator() } },
    Shape("a closure in a property", .neverReleased) { visit { $0.passProperty() } },
    Shape("a closure of an operator before a weak one", .neverReleased) { visit { $0.captureInOperator() } },
    Shape("a closure within a closure", .neverReleased) { visit { $0.captureInNestedClosure() } },
    Shape("a function of the method that sets a property", .neverReleased) { visit { $0.passCapturingFunction() } },
    Shape("a closure in an extension", .neverReleased) { visit { $0.captureInExtension() } },
    Shape("a closure that names self within a text", .neverReleased) { visit { $0.captureInText() } },
    Shape("a disposable in a property, which only deinit disposes", .neverReleased) {
      visit { $0.captureAndKeepDisposable() }
    },
    Shape("a subscription that is inserted into the bag", .neverReleased) { visit { $0.captureAndInsert() } },
    Shape("a function of the program that subscribes, and is passed the bag", .neverReleased) {
      visit { $0.passBag() }
    },
  ]

  static let released: [Shape] = [
    Shape("closures that capture self weakly, and one within") {
      let prices = PublishSubject<Int>()
      let screen = Screen(prices)
      screen.captureWeakly()
      prices.onNext(1)
    },
    Shape("a closure whose text has the word self") {
      let screen = Screen(PublishSubject())
      screen.nameInText()
      screen.prices.onNext(1)
    },
    Shape("a disposable in a property, which a method disposes") {
      let screen = Screen(PublishSubject())
      screen.captureAndKeepDisposableUntilPause()
      screen.prices.onNext(1)
    },
    Shape("a function of the program that subscribes, and is passed the bag of another") {
      let (screen, bag) = (Screen(PublishSubject()), DisposeBag())
      screen.passBagOfAnother(bag)
      screen.prices.onNext(1)
    },
    Shape("a function of the method") {
      let screen = Screen(PublishSubject())
      screen.passFunction()
      screen.prices.onNext(1)
    },
    Shape("a function of the method with variables of its own") {
      let screen = Screen(PublishSubject())
      screen.passFunctionWithOwnNames()
      screen.prices.onNext(1)
    },
    Shape("a closure that is a parameter") {
      let screen = Screen(PublishSubject())
      screen.passParameter { ignore($0) }
      screen.prices.onNext(1)
    },
  ]
}
