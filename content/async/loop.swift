import RxSwift

let readings = PublishSubject<Int>()

let loop = Task { @MainActor in
  for try await reading in readings.values { print("shows \(reading)") }
  print("the loop has ended")
}
await Task.yield()

for reading in 1...3 { readings.onNext(reading) }
print("three readings sent")
readings.onCompleted()
try await loop.value
