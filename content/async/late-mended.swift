import RxSwift

let readings = PublishSubject<Int>()

let values = readings.values
let loop = Task { @MainActor in
  for try await reading in values { print("shows \(reading)") }
}
readings.onNext(1)
readings.onNext(2)
await Task.yield()

readings.onNext(3)
readings.onCompleted()
try await loop.value
