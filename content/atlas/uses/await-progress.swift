import RxSwift

let download = Observable.of(25, 50, 100)

for try await percent in download.values {
  print("\(percent) %")
}
print("downloaded")
