import RxSwift

let helloSequence = Observable.just("Hello Rx!")
let subscription = helloSequence.subscribe { event in
  print(event)
}
subscription.dispose()
