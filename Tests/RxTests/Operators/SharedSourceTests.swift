import Dispatch
import Rx
import Testing

extension EngineTests {
  /// A shared sequence whose observers change while its source is being subscribed to or disposed.
  @Suite("one subscription to a shared source at a time") struct SharedSourceTests {
    enum Kind: CaseIterable {
      case share, shareReplaying, shareForever, publish

      func share(_ source: Observable<Int>) -> Observable<Int> {
        switch self {
        case .share: source.share()
        case .shareReplaying: source.share(replay: 1)
        case .shareForever: source.share(replay: 1, scope: .forever)
        case .publish: source.publish().refCount()
        }
      }
    }

    let log = Log()

    @Test("an observer that comes while the source is disposed is connected after that", arguments: Kind.allCases)
    func comingDuringDisposal(kind: Kind) {
      var subscription: (any Disposable)?
      var (late, number) = (SingleAssignmentDisposable(), 0)
      let hot = PublishSubject<Int>()
      var shared = Observable<Int>.never()
      shared = kind.share(
        .create { [log] observer in
          number += 1
          let connection = number
          log.add("+\(connection)")
          let inner = hot.subscribe(observer)
          return Disposables.create {
            log.add("-\(connection) begins")
            if connection == 1 {
              elsewhere { late.setDisposable(shared.subscribe(onNext: { log.add("late \($0)") })) }
              log.add("late has subscribed")
            }
            inner.dispose()
            log.add("-\(connection) ends")
          }
        })
      subscription = shared.subscribe(onNext: { [log] in log.add("\($0)") })
      hot.onNext(1)
      subscription?.dispose()
      hot.onNext(2)
      late.dispose()
      let replayed = kind == .shareForever ? ["late 1"] : []
      #expect(
        log.entries.filter { !$0.hasPrefix("late 1") } == [
          "+1", "1", "-1 begins", "late has subscribed", "-1 ends", "+2", "late 2", "-2 begins", "-2 ends",
        ])
      #expect(log.entries.filter { $0.hasPrefix("late 1") } == replayed && !hot.hasObservers)
      shared = .never()
      late = SingleAssignmentDisposable()
    }

    @Test("an observer that comes and leaves while the source is disposed is never connected", arguments: Kind.allCases)
    func leavingDuringDisposal(kind: Kind) {
      let before = Resources.total
      do {
        var (number, shared) = (0, Observable<Int>.never())
        shared = kind.share(
          .create { _ in
            number += 1
            return Disposables.create { elsewhere { shared.subscribe().dispose() } }
          })
        shared.subscribe().dispose()
        #expect(number == 1)
        shared = .never()
      }
      #expect(Resources.total == before)
    }

    @Test("an observer that subscribes again when the source ends is connected at once", arguments: Kind.allCases)
    func again(kind: Kind) {
      guard kind != .shareForever else { return }
      var number = 0
      let shared = kind.share(
        .create { [log] observer in
          number += 1
          let connection = number
          log.add("+\(connection)")
          observer.onNext(connection)
          observer.onCompleted()
          return Disposables.create { log.add("-\(connection)") }
        })
      let again = { [log] in
        guard number == 1 else { return }
        _ = shared.subscribe(onNext: { log.add("again \($0)") })
      }
      _ = shared.subscribe(onNext: { [log] in log.add("\($0)") }, onCompleted: again)
      #expect(log.entries == ["+1", "1", "+2", "again 2", "-2", "-1"])
    }
  }
}
