import Rx

extension MeetingCase {
  static let time: [MeetingCase] = [
    MeetingCase("debounce delivers; the source sends") { meeting in
      sending(meeting, 1) { $0.debounce(.milliseconds(5), scheduler: $1) }
    },
    MeetingCase("throttle delivers at once; another thread sends to the source") { meeting in
      sending(meeting, 1) { $0.throttle(.milliseconds(5), scheduler: $1) }
    },
    MeetingCase("throttle delivers what waited; the source sends") { meeting in
      let source = PublishSubject<Int>()
      let waited = source.throttle(.milliseconds(5), scheduler: queue()).filter { $0 == 2 }
      meeting.keep(waited.subscribe(onNext: { _ in meeting.comeIn() }))
      return (
        {
          source.onNext(1)
          source.onNext(2)
        }, { source.onNext(3) }
      )
    },
    MeetingCase("delay delivers; the source sends") { meeting in
      sending(meeting, 1) { $0.delay(.milliseconds(5), scheduler: $1) }
    },
    MeetingCase("buffer delivers because its time is over; the source sends") { meeting in
      sending(meeting, nil) { $0.buffer(timeSpan: .milliseconds(5), count: 10, scheduler: $1).map(\.count) }
    },
    // An element that came while the observer gets a window would be lost to that window.
    MeetingCase("window delivers a window; the source sends", .waits) { meeting in
      sending(meeting, nil) { $0.window(timeSpan: .milliseconds(5), count: 10, scheduler: $1).skip(1).map { _ in 1 } }
    },
    MeetingCase("timeout tears its source down, which sends") { meeting in
      let source = PublishSubject<Int>()
      let timed = source.tornDown(meeting).timeout(.milliseconds(20), scheduler: queue())
      return ({ meeting.keep(timed.subscribe(onError: { _ in })) }, { source.onNext(2) })
    },
    MeetingCase("observe(on:) delivers; the source sends") { meeting in
      sending(meeting, 1) { $0.observe(on: $1) }
    },
    MeetingCase("observe(on:) delivers on a concurrent queue; the source sends") { meeting in
      sending(meeting, 1) { source, _ in source.observe(on: ConcurrentDispatchQueueScheduler(qos: .default)) }
    },
  ]

  private static func queue() -> SerialDispatchQueueScheduler { SerialDispatchQueueScheduler(qos: .default) }

  /// - Parameter element: the first thread's element; nil if the operator delivers by itself.
  private static func sending(
    _ meeting: Meeting, _ element: Int?,
    _ make: (Observable<Int>, SerialDispatchQueueScheduler) -> Observable<Int>
  ) -> Calls {
    let source = PublishSubject<Int>()
    let pipeline = make(source, queue())
    let subscribe = { meeting.keep(pipeline.subscribe(onNext: { _ in meeting.comeIn() })) }
    guard let element else { return (subscribe, { source.onNext(2) }) }
    subscribe()
    return ({ source.onNext(element) }, { source.onNext(2) })
  }
}
