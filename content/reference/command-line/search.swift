import Rx

let time = HistoricalScheduler()

/// A server that takes longer for short queries.
func results(for query: String) -> Observable<String> {
  Observable.just("results for \(query)")
    .delay(.seconds(query.count < 3 ? 4 : 1), scheduler: time)
}

let query = PublishSubject<String>()
_ =
  query
  .flatMap { results(for: $0) }
  .subscribe(onNext: { print($0) })

query.onNext("s")
query.onNext("swift")
time.start()
