import Foundation
import Rx
import Testing

extension EngineThreads {
  /// One subscription for observers on many threads.
  @Suite struct SharingTests {
    @Test(
      "a steady observer gets every element in order, whoever comes and goes",
      arguments: [SubjectLifetimeScope.whileConnected, .forever], [0, 1, 3])
    func steady(scope: SubjectLifetimeScope, replay: Int) {
      nonisolated(unsafe) let source = PublishSubject<Int>()
      nonisolated(unsafe) let shared = source.share(replay: replay, scope: scope)
      let witness = Witness()
      let subscription = witness.observe(shared)
      inParallel(4) { worker in
        if worker == 0 {
          for number in 1...300 { source.onNext(number) }
          return
        }
        for _ in 0..<100 {
          let guest = Witness()
          let subscription = guest.observe(shared)
          subscription.dispose()
          #expect(guest.isSatisfied && guest.gaps.value == 0)
        }
      }
      source.onCompleted()
      subscription.dispose()
      #expect(witness.isSatisfied && witness.gaps.value == 0)
      #expect(witness.received.value == 300 && witness.lastElement == 300 && witness.ends.value == 1)
      #expect(!source.hasObservers)
    }

    @Test(
      "observers that come and go leave no connection behind, and there is one at a time",
      arguments: [SubjectLifetimeScope.whileConnected, .forever], [0, 1, 3])
    func connections(scope: SubjectLifetimeScope, replay: Int) {
      let connections = Counter()
      nonisolated(unsafe) let shared = Observable<Int>.create { observer in
        connections.add()
        observer.onNext(1)
        return Disposables.create { connections.add(-1) }
      }.share(replay: replay, scope: scope)
      inParallel(4) { _ in
        for _ in 0..<200 { shared.subscribe(onNext: { _ in }).dispose() }
      }
      #expect(connections.value == 0)
    }

    @Test(
      "everyone who is there is told of the end once, while others come",
      arguments: [SubjectLifetimeScope.whileConnected, .forever])
    func ending(scope: SubjectLifetimeScope) {
      for _ in 0..<50 {
        nonisolated(unsafe) let source = PublishSubject<Int>()
        nonisolated(unsafe) let shared = source.share(replay: 1, scope: scope)
        let (early, late) = (Witness(), Witness())
        nonisolated(unsafe) let subscription = early.observe(shared)
        inParallel(2) { worker in
          if worker == 0 {
            source.onNext(1)
            source.onCompleted()
          } else {
            // A subscriber that comes after the terminal event gets it again, or connects again and gets the source's.
            late.observe(shared).dispose()
          }
        }
        subscription.dispose()
        #expect(early.isSatisfied && early.received.value == 1 && early.ends.value == 1)
        #expect(late.isSatisfied)
      }
    }
  }
}
