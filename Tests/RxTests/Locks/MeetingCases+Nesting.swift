import Rx

extension MeetingCase {
  static let nesting: [MeetingCase] = [
    MeetingCase("flatMap calls its selector; an inner sequence sends") { meeting in
      selecting(meeting) { source, inner in source.flatMap(inner) }
    },
    MeetingCase("flatMapLatest calls its selector; the inner sequence sends") { meeting in
      selecting(meeting) { source, inner in source.flatMapLatest(inner) }
    },
    MeetingCase("concatMap calls its selector; the inner sequence sends") { meeting in
      selecting(meeting) { source, inner in source.concatMap(inner) }
    },
    MeetingCase("flatMapLatest tears the inner sequence before down, which sends") { meeting in
      let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = source.flatMapLatest { _ in inner.tornDown(meeting) }.subscribe()
      source.onNext(1)
      return ({ source.onNext(2) }, { inner.onNext(1) })
    },
    MeetingCase("flatMap subscribes to an inner sequence; another one sends") { meeting in
      let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = source.flatMap { $0 == 1 ? inner : entering(meeting) }.subscribe()
      source.onNext(1)
      return ({ source.onNext(2) }, { inner.onNext(1) })
    },
    MeetingCase("an inner sequence of flatMapFirst ends and is torn down; the source sends") { meeting in
      let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = source.flatMapFirst { _ in inner.tornDown(meeting) }.subscribe()
      source.onNext(1)
      return ({ inner.onCompleted() }, { source.onNext(2) })
    },
    MeetingCase("concatMap subscribes to the next inner sequence; the source sends") { meeting in
      let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
      _ = source.concatMap { $0 == 1 ? inner : entering(meeting) }.subscribe()
      source.onNext(1)
      source.onNext(2)
      return ({ inner.onCompleted() }, { source.onNext(3) })
    },
    MeetingCase("merge(maxConcurrent: 1) subscribes to the next; the source sends") { meeting in
      let (source, inner) = (PublishSubject<Observable<Int>>(), PublishSubject<Int>())
      _ = source.merge(maxConcurrent: 1).subscribe()
      source.onNext(inner)
      source.onNext(entering(meeting))
      return ({ inner.onCompleted() }, { source.onNext(.never()) })
    },
    MeetingCase("zip combines; the other input sends", .waits) { meeting in
      combining { first, second in Observable.zip(first, second) { _, _ in meeting.comeIn() } }
    },
    MeetingCase("combineLatest combines; the other input sends", .waits) { meeting in
      combining { first, second in Observable.combineLatest(first, second) { _, _ in meeting.comeIn() } }
    },
    MeetingCase("withLatestFrom combines; the other input sends") { meeting in
      combining { first, second in first.withLatestFrom(second) { _, _ in meeting.comeIn() } }
    },
    MeetingCase("combineLatest releases the element before; the other input sends") { meeting in
      let (first, second) = (PublishSubject<Released?>(), PublishSubject<Int>())
      _ = Observable.combineLatest(first, second) { $1 }.subscribe()
      first.onNext(Released(meeting.comeIn))
      return ({ first.onNext(nil) }, { second.onNext(1) })
    },
    MeetingCase("withLatestFrom releases the element before; the other input sends") { meeting in
      let (first, second) = (PublishSubject<Int>(), PublishSubject<Released?>())
      _ = first.withLatestFrom(second).subscribe()
      second.onNext(Released(meeting.comeIn))
      return ({ second.onNext(nil) }, { first.onNext(1) })
    },
    MeetingCase("sample releases the element before; the sampler sends") { meeting in
      let (source, sampler) = (PublishSubject<Released?>(), PublishSubject<Int>())
      _ = source.sample(sampler).subscribe()
      source.onNext(Released(meeting.comeIn))
      return ({ source.onNext(nil) }, { sampler.onNext(1) })
    },
    MeetingCase("groupBy sends a group; another thread sends to the source") { meeting in
      let source = PublishSubject<Int>()
      _ = source.groupBy { $0 }.subscribe(onNext: { _ in meeting.comeIn() })
      return ({ source.onNext(1) }, { source.onNext(1) })
    },
    MeetingCase("retry(when:) subscribes again; the trigger sends") { meeting in
      let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Void>())
      // A source that always failed would be retried forever.
      let attempts = Observable<Int>.deferred { source.isDisposed ? entering(meeting) : source }
      _ = attempts.retry { (errors: Observable<any Error>) in
        Observable.merge(errors.map { _ in source.dispose() }, trigger)
      }.subscribe()
      return ({ source.onError(TestError.first) }, { trigger.onNext(()) })
    },
  ]

  /// A sequence whose subscription calls ``Meeting/comeIn()``.
  private static func entering(_ meeting: Meeting) -> Observable<Int> {
    .create { _ in
      meeting.comeIn()
      return Disposables.create()
    }
  }

  private static func selecting(
    _ meeting: Meeting, _ make: (Observable<Int>, @escaping (Int) -> Observable<Int>) -> Observable<Int>
  ) -> Calls {
    let (source, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = make(source) { number in
      if number == 2 { meeting.comeIn() }
      return inner
    }.subscribe()
    source.onNext(1)
    return ({ source.onNext(2) }, { inner.onNext(1) })
  }

  private static func combining(_ make: (Observable<Int>, Observable<Int>) -> Observable<Void>) -> Calls {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = make(first, second).subscribe()
    second.onNext(1)
    return ({ first.onNext(1) }, { second.onNext(1) })
  }
}
