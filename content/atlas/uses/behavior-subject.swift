import RxSwift

let fontSize = BehaviorSubject(value: 12)

let list = fontSize.subscribe(onNext: { print("list: \($0) pt") })
fontSize.onNext(14)
let details = fontSize.subscribe(onNext: { print("details: \($0) pt") })
fontSize.onNext(16)
details.dispose()
list.dispose()
