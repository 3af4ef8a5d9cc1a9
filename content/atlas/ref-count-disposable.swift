import RxSwift

let file = RefCountDisposable(disposable: Disposables.create { print("the file is closed") })
let copy = file.retain()
let upload = file.retain()

copy.dispose()
print("the copy is made")
file.dispose()
print("the window is closed")
upload.dispose()
print("the upload is over, disposed: \(file.isDisposed)")
