import RxSwift

let downloads = CompositeDisposable()
let cover = downloads.insert(Disposables.create { print("cover cancelled") })!
_ = downloads.insert(Disposables.create { print("text cancelled") })
downloads.remove(for: cover)
print("left: \(downloads.count)")
downloads.dispose()
print("disposed")
_ = downloads.insert(Disposables.create { print("index cancelled at once") })
