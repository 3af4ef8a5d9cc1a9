import Rx
import RxTest

protocol SignUpAPI {
  func signUp(_ name: String, _ password: String) -> Observable<Bool>
}

final class SignUpViewModel {
  // Inputs from the screen.
  let name = BehaviorRelay(value: "")
  let password = BehaviorRelay(value: "")
  let taps = PublishRelay<Void>()

  // Outputs for the screen.
  let signingUp: Driver<Bool>
  let signedUp: Observable<Bool>

  init(api: any SignUpAPI, alert: @escaping (String) -> Observable<Void>) {
    let activity = ActivityIndicator()
    signingUp = activity.asDriver()
    let entry = Observable.combineLatest(name, password) { (name: $0, password: $1) }
    signedUp = taps.withLatestFrom(entry)
      .flatMapLatest { entry in
        api.signUp(entry.name, entry.password)
          .catchAndReturn(false)
          .trackActivity(activity)
      }
      .flatMapLatest { success in
        alert(success ? "welcome" : "try again").map { success }
      }
      .share(replay: 1)
  }
}

/// Gives each request the next of its answers.
final class FakeServer: SignUpAPI {
  private var answers: [TestableObservable<String>]

  init(_ answers: [TestableObservable<String>]) {
    self.answers = answers
  }

  func signUp(_ name: String, _ password: String) -> Observable<Bool> {
    Observable.deferred { [self] in answers.removeFirst().map { $0 == "y" } }
  }
}

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}

let given = MarbleArguments("-a--------|", "--p-------|", "----t---t-|", "--#", "--y|")
let scheduler = TestScheduler(initialClock: 0)
let name = scheduler.createHotObservable(marbles: given[0], from: 0)
let password = scheduler.createHotObservable(marbles: given[1], from: 0)
let taps = scheduler.createHotObservable(marbles: given[2], from: 0)
let answers = [
  scheduler.createColdObservable(marbles: given[3]),
  scheduler.createColdObservable(marbles: given[4]),
]

let model = SignUpViewModel(api: FakeServer(answers), alert: { _ in Observable.just(()) })
_ = name.subscribe(onNext: model.name.accept)
_ = password.subscribe(onNext: model.password.accept)
_ = taps.subscribe(onNext: { _ in model.taps.accept(()) })
let busy = scheduler.createObserver(Bool.self)
_ = model.signingUp.drive(busy)
let results = scheduler.start(subscription: given.subscription, from: 0) {
  model.signedUp
}

expect(results.events == [.next(6, false), .next(10, true)])
expect(busy.elements == [false, true, false, true, false])
expect(answers.map(\.subscriptions) == [[Subscription(4, 6)], [Subscription(8, 11)]])
