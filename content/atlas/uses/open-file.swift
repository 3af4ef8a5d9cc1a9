import RxSwift

final class Document {
  private let file = RefCountDisposable(
    disposable: Disposables.create { print("the file is closed") })

  func upload(to server: String) -> Observable<String> {
    Observable.create { [file] observer in
      let use = file.retain()
      observer.onNext("sends the file to \(server)")
      return use
    }
  }

  func close() { file.dispose() }
}

let document = Document()
let backup = document.upload(to: "the backup").subscribe(onNext: { print($0) })
let share = document.upload(to: "Ada").subscribe(onNext: { print($0) })
print("the window is closed")
document.close()
backup.dispose()
print("the backup is done")
share.dispose()
