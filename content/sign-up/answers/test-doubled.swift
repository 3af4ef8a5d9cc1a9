import Rx
import RxTest

protocol SignUpAPI {
  func signUp(_ name: String, _ password: String) -> Observable<Bool>
}

final class SignUpViewModel {
  // What the screen tells.
  let name = BehaviorRelay(value: "")
  let password = BehaviorRelay(value: "")
  let taps = PublishRelay<Void>()

  // What the screen shows.
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
  }
}

struct Offline: Error {}

/// Answers each request ten ticks later, with the next of its answers; nil stands for an error.
final class FakeServer: SignUpAPI {
  private let scheduler: TestScheduler
  private var answers: [Bool?]
  private(set) var requests: [TestableObservable<Bool>] = []

  init(_ scheduler: TestScheduler, answers: [Bool?]) {
    self.scheduler = scheduler
    self.answers = answers
  }

  func signUp(_ name: String, _ password: String) -> Observable<Bool> {
    Observable.deferred { [self] in
      let events: [Recorded<Event<Bool>>] =
        if let answer = answers.removeFirst() { [.next(10, answer), .completed(10)] } else { [.error(10, Offline())] }
      requests.append(scheduler.createColdObservable(events))
      return requests.last!.asObservable()
    }
  }
}

func expect(_ isRight: Bool, line: Int = #line) {
  print(isRight ? "line \(line): as expected" : "line \(line): FAILS")
}

let scheduler = TestScheduler(initialClock: 0)
let server = FakeServer(scheduler, answers: [nil, true])
let model = SignUpViewModel(api: server, alert: { _ in Observable.just(()) })

let name = scheduler.createHotObservable([.next(210, "ada")])
let password = scheduler.createHotObservable([.next(220, "swordfish")])
let taps = scheduler.createHotObservable([.next(230, ()), .next(260, ())])
_ = name.bind(to: model.name)
_ = password.bind(to: model.password)
_ = taps.bind(to: model.taps)

let busy = scheduler.createObserver(Bool.self)
let results = scheduler.createObserver(Bool.self)
_ = model.signingUp.drive(busy)
_ = model.signedUp.subscribe(results)
scheduler.start()

expect(results.events == [.next(240, false), .next(270, true)])
expect(busy.elements == [false, true, false, true, false])
expect(server.requests.map(\.subscriptions) == [[Subscription(230, 240)], [Subscription(260, 270)]])
