import RxSwift

let menu = Observable<String>.create { observer in
  observer.onNext("noodles")
  return Disposables.create { print("kitchen closed") }
}

let order = menu.subscribe(onNext: { dish in print("ordered \(dish)") })
order.dispose()
