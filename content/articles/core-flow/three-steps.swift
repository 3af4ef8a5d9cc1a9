import RxSwift

let menu = Observable<String>.create { observer in  // closure A
  observer.onNext("noodles")
  return Disposables.create()
}

_ = menu.subscribe(onNext: { dish in  // closure B
  print("ordered \(dish)")
})
