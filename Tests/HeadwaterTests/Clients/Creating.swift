import Foundation
import RxSwift

private func fetch(_ url: URL) async throws -> Data { Data() }

func fetchOnce(_ url: URL) -> Single<Data> {
  Single.create { single in
    let task = Task {
      do { single(.success(try await fetch(url))) } catch { single(.failure(error)) }
    }
    return Disposables.create { task.cancel() }
  }
}

func fetchAll(_ url: URL) -> Observable<Data> {
  Observable.create { observer in
    let task = Task {
      do {
        observer.onNext(try await fetch(url))
        observer.onCompleted()
      } catch {
        observer.onError(error)
      }
    }
    return Disposables.create { task.cancel() }
  }
}

func completeLater() -> Completable {
  Completable.create { completable in
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) { completable(.completed) }
    return Disposables.create()
  }
}

func answerLater() -> Maybe<Int> {
  Maybe.create { maybe in
    DispatchQueue.global().async { maybe(.success(1)) }  // Swift 6, @preconcurrency
    return Disposables.create()
  }
}

func countLater() -> Observable<Int> {
  Observable.create { observer in
    DispatchQueue.global().async {
      observer.onNext(1)  // Swift 6
      observer.onCompleted()
    }
    return Disposables.create()
  }
}

func sleep() -> Single<Int> {
  Single.create {
    try await Task.sleep(nanoseconds: 1)
    return 1
  }
}
