import RxSwift

let meters = PublishSubject<Int>()
let sensor = Observable<Int>.create { observer in
  let readings = meters.subscribe(observer)
  return Disposables.create {
    readings.dispose()
    print("sensor off")
  }
}

var shown = 0
let loop = Task { @MainActor in
  do {
    for try await reading in sensor.values {
      print("shows \(reading)")
      shown += 1
    }
    print("behind the loop")
  } catch {
    print("caught \(error)")
  }
}
await Task.yield()
meters.onNext(1)
while shown < 1 { await Task.yield() }

loop.cancel()
await loop.value
meters.onNext(2)
