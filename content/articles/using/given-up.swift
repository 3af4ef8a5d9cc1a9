import Rx

let server = PublishSubject<Bool>()
let signingIn = ActivityIndicator()

_ = signingIn.drive(onNext: { isBusy in print(isBusy ? "busy" : "idle") })

let request = server.take(1).trackActivity(signingIn)
let subscription = request.subscribe(onNext: { success in print("signed in: \(success)") })
subscription.dispose()
