import RxSwift

struct OutOfPaper: Error {}

Hooks.defaultErrorHandler = { _, error in print("unhandled: \(error)") }

let printer = Observable<String>.create { observer in
  observer.onNext("page 1")
  observer.onError(OutOfPaper())
  return Disposables.create { print("freed") }
}

_ = printer.subscribe { event in
  if case .next(let page) = event { print(page) }
}
