import RxSwift

let names = Observable.of("Ada", "Bob")
let greetings = names.map { name in "hi, \(name)" }

_ = greetings.subscribe(onNext: { greeting in print(greeting) })
