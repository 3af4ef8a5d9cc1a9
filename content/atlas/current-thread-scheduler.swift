import RxSwift

let scheduler = CurrentThreadScheduler.instance

let outer = scheduler.schedule("outer") { name in
  print("\(name) begins")
  let inner = scheduler.schedule("inner") { name in
    print("\(name) runs")
    return Disposables.create()
  }
  print("\(name) ends")
  return inner
}
print("both have run")
