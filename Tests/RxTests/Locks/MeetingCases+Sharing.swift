import Rx

extension MeetingCase {
  static let sharing: [MeetingCase] =
    [SubjectLifetimeScope.whileConnected, .forever].flatMap(sharing) + connectables

  private static func sharing(_ scope: SubjectLifetimeScope) -> [MeetingCase] {
    [
      MeetingCase("share(replay: 1, \(scope)) gives a newcomer what it kept; the source sends") { meeting in
        let (source, shared) = sharedAfterOne(scope)
        return ({ _ = shared.subscribe(onNext: { _ in meeting.comeIn() }) }, { source.onNext(2) })
      },
      MeetingCase("share(replay: 1, \(scope)) gives a newcomer what it kept; another subscribes") { meeting in
        let (_, shared) = sharedAfterOne(scope)
        return ({ _ = shared.subscribe(onNext: { _ in meeting.comeIn() }) }, { _ = shared.subscribe() })
      },
      MeetingCase("share(\(scope)) subscribes to its source; another subscribes") { meeting in
        let shared = Observable<Int>.create { _ in
          meeting.comeIn()
          return Disposables.create()
        }.share(replay: 0, scope: scope)
        return ({ _ = shared.subscribe() }, { _ = shared.subscribe() })
      },
      MeetingCase("the last leaves share(replay: 1, \(scope)); another subscribes") { meeting in
        let shared = PublishSubject<Int>().tornDown(meeting).share(replay: 1, scope: scope)
        let subscription = shared.subscribe()
        return ({ subscription.dispose() }, { _ = shared.subscribe() })
      },
      MeetingCase("the source of share(replay: 1, \(scope)) ends; another subscribes") { meeting in
        let source = PublishSubject<Int>()
        let shared = source.tornDown(meeting).share(replay: 1, scope: scope)
        _ = shared.subscribe()
        return ({ source.onCompleted() }, { _ = shared.subscribe() })
      },
      MeetingCase("share(replay: 1, \(scope)) releases its oldest element; another subscribes") { meeting in
        let source = PublishSubject<Released?>()
        let shared = source.share(replay: 1, scope: scope)
        _ = shared.subscribe()
        source.onNext(Released(meeting.comeIn))
        return ({ source.onNext(nil) }, { _ = shared.subscribe() })
      },
    ]
  }

  private static func sharedAfterOne(_ scope: SubjectLifetimeScope) -> (PublishSubject<Int>, Observable<Int>) {
    let source = PublishSubject<Int>()
    let shared = source.share(replay: 1, scope: scope)
    _ = shared.subscribe()
    source.onNext(1)
    return (source, shared)
  }

  private static let connectables: [MeetingCase] = [
    MeetingCase("a connection is disposed of; another subscribes") { meeting in
      let shared = PublishSubject<Int>().tornDown(meeting).multicast(PublishSubject<Int>())
      let connection = shared.connect()
      return ({ connection.dispose() }, { _ = shared.subscribe() })
    },
    MeetingCase("connect() subscribes to its source; another subscribes") { meeting in
      let shared = Observable<Int>.create { _ in
        meeting.comeIn()
        return Disposables.create()
      }.publish()
      return ({ _ = shared.connect() }, { _ = shared.subscribe() })
    },
    MeetingCase("a subject is made for multicast; another subscribes") { meeting in
      let shared = Observable<Int>.never().multicast { () -> PublishSubject<Int> in
        meeting.comeIn()
        return PublishSubject()
      }
      return ({ _ = shared.subscribe() }, { _ = shared.subscribe() })
    },
    MeetingCase("the last leaves refCount(); another subscribes") { meeting in
      let shared = PublishSubject<Int>().tornDown(meeting).publish().refCount()
      let subscription = shared.subscribe()
      return ({ subscription.dispose() }, { _ = shared.subscribe() })
    },
    MeetingCase("replay(1).refCount() gives a newcomer what it kept; the source sends") { meeting in
      let source = PublishSubject<Int>()
      let shared = source.replay(1).refCount()
      _ = shared.subscribe()
      source.onNext(1)
      return ({ _ = shared.subscribe(onNext: { _ in meeting.comeIn() }) }, { source.onNext(2) })
    },
  ]
}
