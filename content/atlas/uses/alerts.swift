import RxCocoa
import RxSwift

let failures = PublishRelay<String>()
let alerts = failures.map { "[\($0)]" }.asSignal(onErrorSignalWith: .empty())

_ = alerts.emit(onNext: { print("the screen shows the alert \($0)") })
failures.accept("no connection")

print("the screen is opened a second time")
_ = alerts.emit(onNext: { print("the second screen shows the alert \($0)") })
failures.accept("the server is busy")
