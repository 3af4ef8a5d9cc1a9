import RxSwift

func report(_ place: String) {
  print("\(place): isScheduleRequired is \(CurrentThreadScheduler.isScheduleRequired)")
}

report("outside")
_ = CurrentThreadScheduler.instance.schedule("outer") { name in
  report(name)
  _ = CurrentThreadScheduler.instance.schedule("inner") { name in
    report(name)
    return Disposables.create()
  }
  print("outer returns")
  return Disposables.create()
}
report("outside again")
