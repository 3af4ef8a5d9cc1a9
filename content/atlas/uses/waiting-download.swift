import RxSwift

var waiting: [() -> Void] = []

func request(_ file: String) -> Observable<String> {
  Observable.create { _ in
    print("asks for the \(file)")
    return Disposables.create { print("no longer asks for the \(file)") }
  }
}

func downloadWhenOnline(_ file: String) -> any Disposable {
  let download = SingleAssignmentDisposable()
  waiting.append { download.setDisposable(request(file).subscribe()) }
  return download
}

let map = downloadWhenOnline("map")
let guide = downloadWhenOnline("guide")
map.dispose()
print("online again")
for begin in waiting { begin() }
guide.dispose()
