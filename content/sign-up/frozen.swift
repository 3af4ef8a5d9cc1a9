import Foundation
import Rx

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
          .observe(on: MainScheduler.instance)
          .catchAndReturn(false)
          .trackActivity(activity)
      }
      .flatMapLatest { success in
        alert(success ? "welcome" : "try again").map { success }
      }
      .share(replay: 1)
  }
}

/// A server that keeps the thread that asks it, as `Data(contentsOf:)` does.
struct SlowServer: SignUpAPI {
  func signUp(_ name: String, _ password: String) -> Observable<Bool> {
    Observable.create { observer in
      Thread.sleep(forTimeInterval: 0.4)
      print("the server answers")
      observer.onNext(true)
      observer.onCompleted()
      return Disposables.create()
    }
  }
}

let model = SignUpViewModel(api: SlowServer(), alert: { _ in Observable.just(()) })
_ = model.signedUp.subscribe(onNext: { success in
  print("signed up: \(success), on the main thread: \(Thread.isMainThread)")
})
model.name.accept("ada")
model.password.accept("swordfish")
model.taps.accept(())
print("the main thread is free")
