import RxSwift

final class Photo {
  let name: String
  init(_ name: String) { self.name = name }
  deinit { print("\(name) freed") }
}

let names = PublishSubject<String>()
let photos = names.map { Photo($0) }.share(replay: 1, scope: .forever)

let first = photos.subscribe(onNext: { print("first shows \($0.name)") })
names.onNext("beach")
let second = photos.subscribe(onNext: { print("second shows \($0.name)") })
names.onNext("forest")
first.dispose()
print("first is gone")
second.dispose()
print("second is gone")
