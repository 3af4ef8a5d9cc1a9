import RxSwift

let disposable = Disposables.create { print("released") }
print("not yet")
disposable.dispose()
disposable.dispose()
print("disposed: \(disposable.isDisposed)")
