import RxSwift

let greeting = Observable<String>.create { observer in
  observer.onCompleted()
  observer.onNext("hello")
  return Disposables.create { print("freed") }
}

_ = greeting.subscribe(
  onNext: { text in print("received \(text)") },
  onCompleted: { print("completed") },
  onDisposed: { print("disposed") })
