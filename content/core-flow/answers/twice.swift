import RxSwift

let greeting = Observable<String>.create { observer in
  observer.onNext("hello")
  observer.onCompleted()
  return Disposables.create { print("freed") }
}

func subscribe() {
  _ = greeting.subscribe(
    onNext: { text in print("received \(text)") },
    onCompleted: { print("completed") },
    onDisposed: { print("disposed") })
}

subscribe()
subscribe()
