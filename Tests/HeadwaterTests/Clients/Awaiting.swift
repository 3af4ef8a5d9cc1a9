import RxRelay
import RxSwift

@MainActor final class Reader {
  let subject = PublishSubject<Int>()
  let relay = BehaviorRelay(value: 0)

  func read(_ source: Observable<Int>, _ single: Single<Int>, _ infallible: Infallible<Int>) async throws {
    for try await element in source.values { print(element) }
    for try await element in subject.values { print(element) }
    for try await element in relay.asObservable().values { print(element) }
    for await element in infallible.values { print(element) }
    print(try await single.value)  // Swift 6
  }

  func start() {
    Task { try await read(.just(1), .just(1), .just(1)) }
  }
}

actor Store {
  let subject = PublishSubject<Int>()
  let bag = DisposeBag()

  func observable() -> Observable<Int> { subject.asObservable() }
  func add(_ source: Observable<Int>) { source.subscribe(subject).disposed(by: bag) }
  nonisolated func fixed() -> Observable<Int> { .just(1) }
}

func readFromActor(_ store: Store) async throws {
  let observable = await store.observable()
  await store.add(.just(2))
  await store.add(observable)
  for try await element in observable.values { print(element) }
  for try await element in store.fixed().values { print(element) }
}

func readOnce(_ single: Single<Int>, _ maybe: Maybe<Int>, _ completable: Completable) async throws {
  _ = try await single.value
  _ = try await maybe.value
  try await completable.value
}

func observe(_ stream: AsyncStream<Int>) -> Observable<Int> { stream.asObservable() }
@MainActor func observeOnMain(_ stream: AsyncStream<Int>) -> Observable<Int> { stream.asObservable() }

func stream(_ source: Observable<Int>) -> AsyncStream<Int> {
  AsyncStream { continuation in
    let subscription = source.subscribe(onNext: { continuation.yield($0) })
    continuation.onTermination = { _ in subscription.dispose() }  // Swift 6
  }
}
