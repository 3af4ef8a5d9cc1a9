import Rx
import Testing

extension EngineTests {
  @Suite struct Sharing {
    @Test(
      "one subscription serves all observers, and ends with the last",
      arguments: [SubjectLifetimeScope.whileConnected, .forever])
    func counts(scope: SubjectLifetimeScope) {
      let probe = Probe<Int>()
      let (first, second) = (Log(), Log())
      let shared = probe.observable.share(replay: 1, scope: scope)
      let one = shared.subscribe { first.add($0) }
      probe.observer?.onNext(1)
      probe.observer?.onNext(2)
      let two = shared.subscribe { second.add($0) }
      probe.observer?.onNext(3)
      #expect(first.entries == ["next(1)", "next(2)", "next(3)"])
      #expect(second.entries == ["next(2)", "next(3)"])
      #expect(probe.subscriptions == 1)
      one.dispose()
      #expect(probe.disposals == 0)
      two.dispose()
      #expect(probe.disposals == 1)
    }

    @Test(
      "after the last has left, the elements kept are gone, or not",
      arguments: [
        (SubjectLifetimeScope.whileConnected, [String]()), (.forever, ["next(1)"]),
      ])
    func leaving(scope: SubjectLifetimeScope, expected: [String]) {
      let probe = Probe<Int>()
      let log = Log()
      let shared = probe.observable.share(replay: 2, scope: scope)
      let subscription = shared.subscribe()
      probe.observer?.onNext(1)
      subscription.dispose()
      _ = shared.subscribe { log.add($0) }
      #expect(log.entries == expected)
      #expect(probe.subscriptions == 2)
    }

    @Test(
      "after the end, a newcomer starts anew, or is told of it",
      arguments: [
        (SubjectLifetimeScope.whileConnected, 2, [String]()), (.forever, 1, ["next(1)", "completed"]),
      ])
    func ended(scope: SubjectLifetimeScope, subscriptions: Int, expected: [String]) {
      let probe = Probe<Int>()
      let log = Log()
      let shared = probe.observable.share(replay: 1, scope: scope)
      _ = shared.subscribe()
      probe.observer?.onNext(1)
      probe.observer?.onCompleted()
      _ = shared.subscribe { log.add($0) }
      #expect(log.entries == expected)
      #expect(probe.subscriptions == subscriptions)
    }

    @Test("without replay, a newcomer gets what comes from now on")
    func noReplay() {
      let probe = Probe<Int>()
      let log = Log()
      let shared = probe.observable.share()
      _ = shared.subscribe()
      probe.observer?.onNext(1)
      _ = shared.subscribe { log.add($0) }
      probe.observer?.onNext(2)
      probe.observer?.onError(TestError.first)
      #expect(log.entries == ["next(2)", "error(first)"])
    }
  }
}
