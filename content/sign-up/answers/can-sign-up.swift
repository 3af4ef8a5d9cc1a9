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
  let canSignUp: Driver<Bool>
  let signingUp: Driver<Bool>
  let signedUp: Observable<Bool>

  init(api: any SignUpAPI, alert: @escaping (String) -> Observable<Void>) {
    let activity = ActivityIndicator()
    signingUp = activity.asDriver()
    let entry = Observable.combineLatest(name, password) { (name: $0, password: $1) }
    canSignUp = entry.map { !$0.name.isEmpty && $0.password.count >= 8 }
      .distinctUntilChanged()
      .asDriver(onErrorJustReturn: false)
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

let model = SignUpViewModel(api: FakeServer(), alert: showAlert)
_ = model.canSignUp.drive(onNext: { print($0 ? "button on" : "button off") })
model.name.accept("ada")
model.password.accept("sword")
model.password.accept("swordfish")
model.password.accept("swordfish!")
model.name.accept("")
