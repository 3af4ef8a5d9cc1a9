import Foundation
import RxSwift

enum SignInError: Error { case refused }

struct API {
  let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "network")

  func signIn(_ name: String, password: String) -> Observable<Bool> {
    Observable<Int>.timer(.milliseconds(20), scheduler: queue).map { _ in
      if password == "wrong" { throw SignInError.refused }
      return true
    }
  }
}

let username = BehaviorRelay(value: "ada")
let password = BehaviorRelay(value: "wrong")
let taps = PublishRelay<Void>()
let bag = DisposeBag()
let api = API()
let signingIn = ActivityIndicator()

let usernameAndPassword = Observable.combineLatest(username, password) { ($0, $1) }
let signedIn = taps.withLatestFrom(usernameAndPassword)
  .flatMapLatest { (name, password) in
    api.signIn(name, password: password)
      .observe(on: MainScheduler.instance)
      .catchAndReturn(false)
      .trackActivity(signingIn)
  }
  .share(replay: 1)

signingIn.asDriver().drive(onNext: { print($0 ? "signing in…" : "idle") }).disposed(by: bag)
signedIn.subscribe(onNext: { success in
  print(success ? "signed in" : "refused")
  if success { DispatchQueue.main.async { exit(0) } } else {
    password.accept("right")
    DispatchQueue.main.async { taps.accept(()) }
  }
}).disposed(by: bag)
taps.accept(())
RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
