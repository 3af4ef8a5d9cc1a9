import RxSwift

let control = PublishSubject<String>()
let input = PublishSubject<String>()
let subscription = control.withLatestFrom(input) { $0 + $1 }.subscribe(onNext: { print($0) })

control.onNext("1")
input.onNext("A")
control.onNext("2")
control.onNext("3")
subscription.dispose()
