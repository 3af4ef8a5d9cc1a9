import Rx
import Testing

extension EngineTests {
  @Suite struct Flattening {
    let outer = Probe<Int>()
    let inner = [Probe<String>(), Probe<String>()]
    let log = Log()

    @Test("flatMap sends the elements of all inner sequences, and ends with the last of them")
    func flatMap() {
      _ = outer.observable.flatMap { inner[$0].observable }.subscribe { log.add($0) }
      outer.observer?.onNext(0)
      outer.observer?.onNext(1)
      inner[0].observer?.onNext("a")
      inner[1].observer?.onNext("b")
      outer.observer?.onCompleted()
      inner[0].observer?.onNext("c")
      inner[0].observer?.onCompleted()
      #expect(log.entries == ["next(a)", "next(b)", "next(c)"])
      inner[1].observer?.onCompleted()
      #expect(log.entries.last == "completed")
      #expect(inner.map(\.disposals) == [1, 1] && outer.disposals == 1)
    }

    @Test("flatMapLatest sends the elements of the newest inner sequence alone")
    func flatMapLatest() {
      _ = outer.observable.flatMapLatest { inner[$0].observable }.subscribe { log.add($0) }
      outer.observer?.onNext(0)
      inner[0].observer?.onNext("a")
      outer.observer?.onNext(1)
      #expect(inner[0].disposals == 1)
      inner[0].observer?.onNext("too late")
      inner[1].observer?.onNext("b")
      inner[1].observer?.onCompleted()
      #expect(log.entries == ["next(a)", "next(b)"])
      outer.observer?.onCompleted()
      #expect(log.entries.last == "completed")
    }

    @Test("an error of any of them ends it and lets go of all", arguments: [true, false], [true, false])
    func errors(ofOuter: Bool, latest: Bool) {
      let flattened =
        latest
        ? outer.observable.flatMapLatest { inner[$0].observable } : outer.observable.flatMap { inner[$0].observable }
      _ = flattened.subscribe { log.add($0) }
      outer.observer?.onNext(0)
      if ofOuter { outer.observer?.onError(TestError.first) } else { inner[0].observer?.onError(TestError.first) }
      #expect(log.entries == ["error(first)"])
      #expect(outer.disposals == 1 && inner[0].disposals == 1)
    }

    @Test("an error thrown by the selector ends it")
    func throwing() {
      let failing: (Int) throws -> Observable<Int> = { _ in throw TestError.first }
      #expect(events(of: Observable.of(1).flatMap(failing)) == ["error(first)"])
      #expect(events(of: Observable.of(1).flatMapLatest(failing)) == ["error(first)"])
    }

    @Test("inner sequences that end while they are subscribed to")
    func immediate() {
      #expect(
        events(of: Observable.of(1, 2).flatMap { Observable.just($0 * 10) }) == ["next(10)", "next(20)", "completed"])
      #expect(
        events(of: Observable.of(1, 2).flatMapLatest { Observable.just($0 * 10) }) == [
          "next(10)", "next(20)", "completed",
        ])
    }

    @Test("disposal lets go of the outer sequence and of every inner one; nothing is left")
    func disposal() {
      let before = Resources.total
      do {
        let subjects = [PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>()]
        let subscription = subjects[0].flatMap { subjects[$0] }.subscribe()
        subjects[0].onNext(1)
        subjects[0].onNext(2)
        subjects[1].onCompleted()
        #expect(subjects.map(\.hasObservers) == [true, false, true])
        subscription.dispose()
        #expect(subjects.map(\.hasObservers) == [false, false, false])
      }
      #expect(Resources.total == before)
    }

    @Test func merge() {
      #expect(events(of: .merge(.just(1), .just(2))) == ["next(1)", "next(2)", "completed"])
      #expect(events(of: .merge([Observable<Int>]())) == ["completed"])
      #expect(events(of: Observable.of(Observable.just(1), .just(2)).merge()) == ["next(1)", "next(2)", "completed"])
      #expect(events(of: .merge(Observable.just(1), .error(TestError.first))) == ["next(1)", "error(first)"])
    }
  }
}
