import Rx

struct WrongPassword: Error {}

/// Answers when it is told to, so that the recording is the same each time.
struct Server {
  private let answers = PublishSubject<Void>()

  func signIn(_ name: String, _ password: String) -> Observable<Bool> {
    answers.take(1).map {
      guard password == "swordfish" else { throw WrongPassword() }
      return true
    }
  }

  func answer() { answers.onNext(()) }
}

func showAlert(_ text: String) -> Observable<Void> {
  Observable.deferred {
    print("[\(text)]")
    return Observable.just(())
  }
}

let name = BehaviorRelay(value: "ada")
let password = BehaviorRelay(value: "sesame")
let taps = PublishRelay<Void>()
let server = Server()
let signingIn = ActivityIndicator()

let credentials = Observable.combineLatest(name, password) { (name: $0, password: $1) }
let signedIn = taps.withLatestFrom(credentials)
  .flatMapLatest { entry in
    server.signIn(entry.name, entry.password)
      .catchAndReturn(false)
      .trackActivity(signingIn)
  }
  .flatMapLatest { success in
    showAlert(success ? "welcome" : "wrong password").map { success }
  }
  .share(replay: 1)

_ = signingIn.drive(onNext: { isBusy in print(isBusy ? "signing in…" : "ready") })
_ = signedIn.subscribe(onNext: { success in print("signed in: \(success)") })

taps.accept(())
server.answer()
password.accept("swordfish")
taps.accept(())
server.answer()
