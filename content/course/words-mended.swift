import RxSwift

let typed = PublishSubject<String>()

_ =
  typed
  .map { $0.uppercased() }
  .filter { $0.count >= 3 }
  .distinctUntilChanged()
  .subscribe(onNext: { print($0) })

for word in ["s", "swi", "SWI", "swift", "sw", "swift"] { typed.onNext(word) }
