import RxSwift

func sensor(_ name: String) -> Observable<String> {
  Observable.create { observer in
    observer.onNext("\(name) on")
    return Disposables.create { print("\(name) off") }
  }
}

let rooms = PublishSubject<String>()
let subscription = rooms.flatMap(sensor).subscribe(onNext: { print($0) })

rooms.onNext("kitchen")
rooms.onNext("cellar")
subscription.dispose()
