import RxSwift

struct OutOfPaper: Error {}

Hooks.customCaptureSubscriptionCallstack = { ["the line that subscribes"] }
Hooks.defaultErrorHandler = { stack, error in print("\(error) with \(stack.count) frames") }

var fail: (() -> Void)?

let printer = Observable<String>.create { observer in
  fail = { observer.onError(OutOfPaper()) }
  return Disposables.create()
}

_ = printer.subscribe(onNext: { page in print(page) })
Hooks.recordCallStackOnError = true
fail?()
