import RxSwift

let steps = Observable<Int>.create { observer in
  for number in 1...3 { observer.onNext(number) }
  return Disposables.create { print("sensor off") }
}

let loop = Task { @MainActor in
  for try await step in steps.values {
    print("step \(step)")
    if step == 2 { break }
  }
  print("behind the loop")
}
try await loop.value
