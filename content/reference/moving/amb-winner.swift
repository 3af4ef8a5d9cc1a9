import RxSwift

let later = PublishSubject<Int>()
_ = later.startWith(1).amb(Observable.empty()).subscribe(onNext: { print($0) }, onCompleted: { print("completed") })
later.onNext(2)
later.onCompleted()
