import RxSwift

let temperatures = PublishSubject<Int>()

func open() -> any Disposable { temperatures.map { $0 * 10 }.subscribe() }

open().dispose()
let before = Resources.total
_ = open()
print("left over: \(Resources.total - before)")
