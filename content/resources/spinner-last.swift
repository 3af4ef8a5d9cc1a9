import Foundation
import Rx

func showAlert(_ text: String) -> Observable<Void> {
  Observable.deferred {
    print("[\(text)]")
    return Observable.just(())
  }
}

let answers = PublishSubject<Bool>()
let taps = PublishRelay<Void>()
let signingIn = ActivityIndicator()

let signedIn = taps
  .flatMapLatest { answers.take(1).trackActivity(signingIn) }
  .observe(on: MainScheduler.instance)
  .flatMapLatest { success in showAlert(success ? "welcome" : "wrong password").map { success } }

_ = signingIn.drive(onNext: { isBusy in print(isBusy ? "signing in…" : "ready") })
_ = signedIn.subscribe(onNext: { success in print("signed in: \(success)") })

taps.accept(())
answers.onNext(false)
// An app has a run loop of its own; a program in a terminal waits for the main queue's work.
DispatchQueue.main.async { exit(0) }
RunLoop.main.run(until: Date(timeIntervalSinceNow: 5))
