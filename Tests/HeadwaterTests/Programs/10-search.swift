import Foundation
import RxSwift

struct Repository { let name: String }

class API {
  func search(_ query: String) -> Observable<[Repository]> {
    Observable.create { observer in
      if query == "!" {
        observer.onError(NSError(domain: "API", code: 404))
      } else {
        observer.onNext((1...2).map { Repository(name: "\(query)-\($0)") })
        observer.onCompleted()
      }
      return Disposables.create()
    }
  }
}

let api = API()
let disposeBag = DisposeBag()
let query = PublishSubject<String>()
query
  .filter { !$0.isEmpty }
  .distinctUntilChanged()
  .flatMapLatest { text in api.search(text).catchAndReturn([]) }
  .map { $0.map(\.name).joined(separator: ", ") }
  .subscribe(onNext: { print("results:", $0) })
  .disposed(by: disposeBag)
for text in ["", "rx", "rx", "!", "swift"] { query.onNext(text) }
