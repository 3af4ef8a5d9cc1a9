import RxSwift

let search = SerialDisposable()
search.disposable = Disposables.create { print("search for s cancelled") }
print("the reader types on")
search.disposable = Disposables.create { print("search for sw cancelled") }
search.dispose()
print("disposed")
search.disposable = Disposables.create { print("search for swift cancelled at once") }
