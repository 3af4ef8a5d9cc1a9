import RxSwift

let placeholders = Observable.repeatElement("░░░░░░░░").take(3)
let articles = Observable.of("Swift 6", "Rx in ten minutes")

_ = placeholders.toArray().subscribe(onSuccess: { print("while loading: \($0)") })
_ = articles.toArray().subscribe(onSuccess: { print("afterwards: \($0)") })
