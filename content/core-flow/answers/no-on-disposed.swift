import RxSwift

struct OutOfPaper: Error {}

Hooks.recordCallStackOnError = true
Hooks.customCaptureSubscriptionCallstack = { ["the line that subscribes"] }
Hooks.defaultErrorHandler = { stack, error in print("\(error), subscribed by \(stack[0])") }

let printer = Observable<String>.create { observer in
  observer.onNext("page 1")
  observer.onError(OutOfPaper())
  return Disposables.create { print("freed") }
}

_ = printer.subscribe(onNext: { page in print(page) })
