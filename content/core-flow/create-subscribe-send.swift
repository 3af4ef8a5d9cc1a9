import RxSwift

let greeting = Observable<String>.create { observer in  // closure A
  observer.onNext("hello")
  observer.onCompleted()
  return Disposables.create { print("freed") }
}

_ = greeting.subscribe(
  onNext: { text in print("received \(text)") },  // closure B
  onCompleted: { print("completed") },
  onDisposed: { print("disposed") })
