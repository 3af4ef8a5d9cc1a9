import Rx

let server = PublishSubject<Bool>()
let taps = PublishRelay<Void>()
let signingIn = ActivityIndicator()

let signedIn = taps
  .flatMapLatest { server.take(1).trackActivity(signingIn) }
  .flatMapLatest { success in
    Observable<Bool>.deferred {
      print("alert: \(success ? "welcome" : "wrong password")")
      return .just(success)
    }
  }

_ = signingIn.drive(onNext: { isBusy in print(isBusy ? "busy" : "idle") })
_ = signedIn.subscribe(onNext: { success in print("signed in: \(success)") })

taps.accept(())
server.onNext(true)
