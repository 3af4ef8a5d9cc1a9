import RxSwift

let input = PublishSubject<String>()
let control = PublishSubject<String>()
let subscription = input.sample(control).subscribe(onNext: { print($0) })

input.onNext("1")
control.onNext("A")
control.onNext("B")
input.onNext("2")
control.onNext("C")
subscription.dispose()
