import RxSwift

let before = Resources.total
func report(_ what: String) { print("\(what): \(Resources.total - before)") }

var menu: Observable<String>? = .create { observer in
  observer.onNext("noodles")
  return Disposables.create()
}
report("one reference")

var copy = menu
report("two references")

copy?.subscribe(onNext: { dish in print("ordered \(dish)") }).dispose()
report("subscribed and disposed")

menu = nil
report("one reference again")

copy = nil
report("no reference")
