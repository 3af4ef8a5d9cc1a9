import Rx

let (server, printer) = (PublishSubject<String>(), PublishSubject<String>())
let working = ActivityIndicator()
_ = working.drive(onNext: { isWorking in print(isWorking ? "busy" : "idle") })

_ = server.trackActivity(working).subscribe(onCompleted: { print("page loaded") })
_ = printer.trackActivity(working).subscribe(onCompleted: { print("page printed") })
server.onCompleted()
printer.onCompleted()
