import Rx
import TraceAnalysis

/// A screen that makes its own sequence, and throws the disposable away.
private final class Screen {
  let title = PublishSubject<String>()

  func open() {
    _ =
      title.map { $0.count }
      .filter { $0 > 0 }
      .subscribe(onNext: { ignore($0) })
  }
}

/// A screen that keeps what it subscribes to in a bag of its own.
private final class TidyScreen {
  let title = PublishSubject<String>()
  let bag = DisposeBag()

  func open() { title.subscribe(onNext: { ignore($0) }).disposed(by: bag) }
}

/// Subscriptions to sequences of their own, which last to the end of the run.
extension Shape {
  static let neverDisposed: [Shape] = [
    Shape("a timer for each visit, whose disposable goes nowhere", .neverDisposed) {
      let clock = Clock()
      func visit() {
        _ = Observable<Int>.interval(.seconds(1), scheduler: clock.scheduler).subscribe(onNext: { ignore($0) })
      }
      for _ in 1...3 {
        visit()
        clock.advance(2)
      }
    },
    Shape("a screen with a subject of its own, opened again and again", .neverDisposed) {
      for number in 1...3 {
        let screen = Screen()
        screen.open()
        screen.title.onNext("screen \(number)")
      }
    },
    Shape("messages of each connection, within an observer", .neverDisposed) {
      let (connections, bag) = (PublishSubject<PublishSubject<String>>(), DisposeBag())
      connections.subscribe(onNext: { messages in _ = messages.subscribe(onNext: { ignore($0) }) }).disposed(by: bag)
      for _ in 1...3 { connections.onNext(PublishSubject()) }
    },
  ]

  static let lasting: [Shape] = [
    Shape("screens that are kept, each with its bag", .neverDisposed) {
      for number in 1...3 {
        let screen = TidyScreen()
        screen.open()
        screen.title.onNext("screen \(number)")
        kept.append(screen.bag)
      }
    }
  ]

  static let outlived: [Shape] = [
    Shape("the rows of a list, all at once") {
      let titles = (1...5).map { BehaviorSubject(value: "row \($0)") }
      for title in titles { _ = title.subscribe(onNext: { ignore($0) }) }
      for title in titles { title.onNext("changed") }
    },
    Shape("three lines that subscribe for the life of the program") {
      let (user, cart, search) = (BehaviorSubject(value: ""), PublishSubject<Int>(), PublishSubject<String>())
      _ = user.subscribe(onNext: { ignore($0) })
      user.onNext("Ada")
      _ = cart.subscribe(onNext: { ignore($0) })
      cart.onNext(1)
      _ = search.subscribe(onNext: { ignore($0) })
      search.onNext("s")
    },
    Shape("a screen that is let go before the next one comes") {
      for number in 1...3 {
        let screen = TidyScreen()
        screen.open()
        screen.title.onNext("screen \(number)")
      }
    },
    Shape("two screens") {
      for number in 1...2 {
        let screen = Screen()
        screen.open()
        screen.title.onNext("screen \(number)")
      }
    },
    Shape("requests that end") {
      let clock = Clock()
      for number in 1...3 {
        _ = clock.request("answer \(number)").subscribe(onNext: { ignore($0) })
        clock.advance(1)
      }
    },
  ]
}
