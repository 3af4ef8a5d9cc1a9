import Rx

extension MeetingCase {
  static let subjects: [MeetingCase] = [
    MeetingCase("ReplaySubject gives a newcomer what it kept; another subscribes") { meeting in
      let subject = ReplaySubject<Int>.create(bufferSize: 1)
      subject.onNext(1)
      return ({ _ = subject.subscribe(onNext: { _ in meeting.comeIn() }) }, { _ = subject.subscribe() })
    },
    MeetingCase("ReplaySubject gives a newcomer what it kept; another thread sends") { meeting in
      let subject = ReplaySubject<Int>.create(bufferSize: 1)
      subject.onNext(1)
      return ({ _ = subject.subscribe(onNext: { _ in meeting.comeIn() }) }, { subject.onNext(2) })
    },
    MeetingCase("BehaviorSubject gives a newcomer its value; another thread sends") { meeting in
      let subject = BehaviorSubject(value: 1)
      return ({ _ = subject.subscribe(onNext: { _ in meeting.comeIn() }) }, { subject.onNext(2) })
    },
    MeetingCase("BehaviorSubject gives a newcomer its value; another asks for it") { meeting in
      let subject = BehaviorSubject(value: 1)
      return ({ _ = subject.subscribe(onNext: { _ in meeting.comeIn() }) }, { _ = try? subject.value() })
    },
    MeetingCase("BehaviorRelay gives a newcomer its value; another changes it") { meeting in
      let relay = BehaviorRelay(value: 1)
      return ({ _ = relay.subscribe(onNext: { _ in meeting.comeIn() }) }, { relay.accept(2) })
    },
    MeetingCase("PublishSubject tells a newcomer of its end; another asks who is subscribed") { meeting in
      let subject = PublishSubject<Int>()
      subject.onCompleted()
      return ({ _ = subject.subscribe(onCompleted: { meeting.comeIn() }) }, { _ = subject.hasObservers })
    },
    MeetingCase("AsyncSubject gives a newcomer its last element; another subscribes") { meeting in
      let subject = AsyncSubject<Int>()
      subject.onNext(1)
      subject.onCompleted()
      return ({ _ = subject.subscribe(onNext: { _ in meeting.comeIn() }) }, { _ = subject.subscribe() })
    },
    MeetingCase("a disposed subject tells a newcomer; another subscribes") { meeting in
      let subject = ReplaySubject<Int>.create(bufferSize: 1)
      subject.dispose()
      let observer = { _ = subject.subscribe(onError: { _ in meeting.comeIn() }) }
      return (observer, { _ = subject.subscribe(onError: { _ in }) })
    },
    MeetingCase("PublishSubject delivers; another thread sends") { meeting in
      let subject = PublishSubject<Int>()
      _ = subject.subscribe(onNext: { _ in meeting.comeIn() })
      return ({ subject.onNext(1) }, { subject.onNext(2) })
    },
    MeetingCase("PublishSubject is disposed of and releases an observer; another thread sends") { meeting in
      let subject = PublishSubject<Int>()
      _ = observe(subject, capturing: Released(meeting.comeIn))
      return ({ subject.dispose() }, { subject.onNext(2) })
    },
    MeetingCase("a subscription to a PublishSubject is disposed of; another thread sends") { meeting in
      let subject = PublishSubject<Int>()
      let subscription = observe(subject, capturing: Released(meeting.comeIn))
      return ({ subscription.dispose() }, { subject.onNext(2) })
    },
    MeetingCase("PublishSubject ends and releases an observer; another thread sends") { meeting in
      let subject = PublishSubject<Int>()
      _ = observe(subject, capturing: Released(meeting.comeIn))
      return ({ subject.onCompleted() }, { subject.onNext(2) })
    },
    MeetingCase("ReplaySubject releases its oldest element; another thread sends") { meeting in
      let subject = ReplaySubject<Released?>.create(bufferSize: 1)
      subject.onNext(Released(meeting.comeIn))
      return ({ subject.onNext(nil) }, { subject.onNext(nil) })
    },
    MeetingCase("ReplaySubject is disposed of and releases what it kept; another subscribes") { meeting in
      let subject = ReplaySubject<Released?>.create(bufferSize: 1)
      subject.onNext(Released(meeting.comeIn))
      return ({ subject.dispose() }, { _ = subject.subscribe(onError: { _ in }) })
    },
    MeetingCase("BehaviorSubject releases the value before; another thread sends") { meeting in
      let subject = BehaviorSubject<Released?>(value: Released(meeting.comeIn))
      return ({ subject.onNext(nil) }, { subject.onNext(nil) })
    },
    MeetingCase("BehaviorRelay releases the value before; another changes it") { meeting in
      let relay = BehaviorRelay<Released?>(value: Released(meeting.comeIn))
      return ({ relay.accept(nil) }, { relay.accept(nil) })
    },
    MeetingCase("AsyncSubject releases the element before; another thread sends") { meeting in
      let subject = AsyncSubject<Released?>()
      subject.onNext(Released(meeting.comeIn))
      return ({ subject.onNext(nil) }, { subject.onNext(nil) })
    },
  ]

  static let disposables: [MeetingCase] = [
    MeetingCase("CompositeDisposable disposes; another adds") { meeting in
      let composite = CompositeDisposable()
      _ = composite.insert(Disposables.create { meeting.comeIn() })
      return ({ composite.dispose() }, { _ = composite.insert(Disposables.create()) })
    },
    MeetingCase("CompositeDisposable is over and given one more; another adds") { meeting in
      let composite = CompositeDisposable()
      composite.dispose()
      let late = Disposables.create { meeting.comeIn() }
      return ({ _ = composite.insert(late) }, { _ = composite.insert(Disposables.create()) })
    },
    MeetingCase("CompositeDisposable takes one out; another adds") { meeting in
      let composite = CompositeDisposable()
      let key = composite.insert(Disposables.create { meeting.comeIn() })!
      return ({ composite.remove(for: key) }, { _ = composite.insert(Disposables.create()) })
    },
    MeetingCase("SerialDisposable is given the next; another gives one") { meeting in
      let serial = SerialDisposable()
      serial.disposable = Disposables.create { meeting.comeIn() }
      return ({ serial.disposable = Disposables.create() }, { serial.disposable = Disposables.create() })
    },
    MeetingCase("SerialDisposable is disposed of; another gives one") { meeting in
      let serial = SerialDisposable()
      serial.disposable = Disposables.create { meeting.comeIn() }
      return ({ serial.dispose() }, { serial.disposable = Disposables.create() })
    },
    MeetingCase("RefCountDisposable is disposed of; another retains") { meeting in
      let counted = RefCountDisposable(disposable: Disposables.create { meeting.comeIn() })
      return ({ counted.dispose() }, { _ = counted.retain() })
    },
    MeetingCase("DisposeBag goes; another thread has another bag") { meeting in
      var bag: DisposeBag? = DisposeBag()
      bag?.insert(Disposables.create { meeting.comeIn() })
      return ({ bag = nil }, { DisposeBag().insert(Disposables.create()) })
    },
  ]

  private static func observe(_ source: Observable<Int>, capturing object: Released) -> any Disposable {
    source.subscribe(onNext: { _ in withExtendedLifetime(object) {} })
  }
}
