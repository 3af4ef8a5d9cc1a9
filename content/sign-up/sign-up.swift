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
          .catchAndReturn(false)
          .trackActivity(activity)
      }
      .flatMapLatest { success in
        alert(success ? "welcome" : "try again").map { success }
      }
      .share(replay: 1)
  }
}

struct Offline: Error {}

/// Answers when it is told to, so that every run is the same.
final class FakeServer: SignUpAPI {
  private var waiting: [AnyObserver<Bool>] = []

  func signUp(_ name: String, _ password: String) -> Observable<Bool> {
    Observable.create { [self] observer in
      print("request for \(name)")
      waiting.append(observer)
      return Disposables.create()
    }
  }

  /// - Parameter success: nil stands for an error.
  func answer(_ success: Bool?) {
    let observers = waiting
    waiting = []
    for observer in observers {
      guard let success else {
        observer.onError(Offline())
        continue
      }
      observer.onNext(success)
      observer.onCompleted()
    }
  }
}

func showAlert(_ text: String) -> Observable<Void> {
  Observable.deferred {
    print("[\(text)]")
    return Observable.just(())
  }
}

let server = FakeServer()
let model = SignUpViewModel(api: server, alert: showAlert)
_ = model.signingUp.drive(onNext: { print($0 ? "signing up…" : "ready") })
_ = model.signedUp.subscribe(onNext: { print("signed up: \($0)") })

model.name.accept("ada")
model.password.accept("swordfish")
model.taps.accept(())
server.answer(nil)
model.taps.accept(())
server.answer(true)
