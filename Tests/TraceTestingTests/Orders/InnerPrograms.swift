import Rx

extension OrderedProgram {
  /// Operators with several inputs or inner sequences, of which one ends the other or is disposed first.
  static let inners = [
    OrderedProgram(
      "withLatestFrom has its elements, and is disposed", orders: 4, elements: [101],
      ends: { _ in [.disposed] },
      finds: { order in
        order.has("dispose", before: "send") ? ["note nobody-subscribed PublishSubject"] : []
      },
      { order, witness in
        nonisolated(unsafe) let first = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = witness.observe(
          first.withLatestFrom(BehaviorSubject(value: 201)) { one, other in
            order.pass("combine")
            return "\(one) \(other)"
          }, then: order.pass)
        order.run(
          { order.call("send") { first.onNext(101) } },
          { order.call("dispose") { subscription.dispose() } })
      }),
    OrderedProgram(
      "withLatestFrom drops an element, and is disposed behind another input", orders: 3, elements: [101],
      ends: { _ in [.disposed] },
      finds: { order in
        if order.has("send", before: "dispose") { return ["warning dropped-for-other WithLatestFromSink"] }
        return order.has("left", before: "send") ? ["note nobody-subscribed PublishSubject"] : []
      },
      { order, witness in
        nonisolated(unsafe) let first = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = witness.observe(
          Observable.merge(
            Observable<Int>.never().do(onDispose: { order.pass("left") }),
            first.withLatestFrom(Observable<Int>.never()) { one, _ in one }))
        order.run(
          { order.call("send") { first.onNext(101) } },
          { order.call("dispose") { subscription.dispose() } })
      }),
    OrderedProgram(
      "an element of an inner sequence, and a disposal", orders: 8, elements: [101],
      ends: { _ in [.disposed] },
      finds: { order in
        if order.has("left", before: "send") { return ["note nobody-subscribed PublishSubject"] }
        if order.has("send", before: "dispose") { return [] }
        return order.has("left", before: "map") ? ["note undelivered MapSink"] : ["note undelivered MergeSink"]
      },
      { order, witness in
        nonisolated(unsafe) let inner = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = witness.observe(
          Observable.merge(
            Observable<Int>.never().do(onDispose: { order.pass("left") }),
            inner.map { number in
              order.pass("map")
              return number
            }), then: order.pass)
        order.run(
          { order.call("send") { inner.onNext(101) } },
          { order.call("dispose") { subscription.dispose() } })
      }),
    OrderedProgram(
      "take until, and a signal", orders: 7, impossible: 3, elements: [101],
      ends: { _ in [.completed] },
      finds: { order in
        order.has("end", before: "send") ? ["note nobody-subscribed PublishSubject"] : []
      },
      { order, witness in
        nonisolated(unsafe) let (source, signal) = (PublishSubject<Int>(), PublishSubject<Void>())
        witness.observe(
          source.map { number in
            order.pass("map")
            return number
          }.take(until: signal), then: order.pass)
        order.run(
          { order.call("send") { source.onNext(101) } },
          { order.call("stop") { signal.onNext(()) } })
      }),
    OrderedProgram(
      "flatMapLatest goes to the next sequence, and the one before sends", orders: 10, elements: [101, 201],
      ends: { _ in [.disposed] },
      finds: { order in
        order.has("select 1", before: "send") ? ["note nobody-subscribed PublishSubject"] : []
      },
      { order, witness in
        nonisolated(unsafe) let inners = [PublishSubject<Int>(), PublishSubject<Int>()]
        nonisolated(unsafe) let outer = PublishSubject<Int>()
        let subscription = witness.observe(
          outer.flatMapLatest { place in
            order.pass("select \(place)")
            return inners[place].map { number in
              order.pass("map \(number)")
              return number
            }
          }, then: order.pass)
        outer.onNext(0)
        order.run(
          { order.call("send") { inners[0].onNext(101) } },
          { order.call("next") { outer.onNext(1) } })
        inners[1].onNext(201)
        subscription.dispose()
      }),
    OrderedProgram(
      "answers to an older and a newer text", orders: 14, impossible: 6, elements: [101, 201],
      ends: { _ in [.disposed] },
      finds: { $0.has("map 201", before: "map 101") ? ["warning stale FlatMapSink"] : [] },
      { order, witness in
        nonisolated(unsafe) let answers = ["sw": PublishSubject<Int>(), "swift": PublishSubject<Int>()]
        let text = PublishSubject<String>()
        let subscription = witness.observe(
          text.flatMap { text in
            answers[text]!.map { number in
              order.pass("map \(number)")
              return number
            }.take(1)
          }, then: order.pass)
        for typed in ["sw", "swift"] { text.onNext(typed) }
        order.run(
          { order.call("send 101") { answers["sw"]!.onNext(101) } },
          { order.call("send 201") { answers["swift"]!.onNext(201) } })
        subscription.dispose()
      }),
  ]

  /// Operators that hold elements, whose scheduler another thread runs.
  static let later = [
    timed("debounce", [101], keptBy: "DebounceSink", orders: 4) { $0.debounce(.seconds(1), scheduler: $1) },
    timed("delay", [101, 102], keptBy: "DelaySink", orders: 6) { $0.delay(.seconds(1), scheduler: $1) },
    timed("throttle", [101, 102], keptBy: "ThrottleSink", orders: 4) { $0.throttle(.seconds(1), scheduler: $1) },
    timed("observe(on:)", [101, 102], orders: 6) { $0.observe(on: $1) },
  ]

  /// One thread advances the clock of an operator that holds elements, and another one disposes.
  private static func timed(
    _ name: String, _ elements: [Int], keptBy stage: String? = nil, orders: Int,
    _ pipeline: @escaping @Sendable (Observable<Int>, HistoricalScheduler) -> Observable<Int>
  ) -> OrderedProgram {
    OrderedProgram(
      "\(name) lets its elements go, and is disposed", orders: orders, elements: elements,
      ends: { _ in [.disposed] },
      finds: { order in
        guard let stage, order.has("dispose", before: "advance") else { return [] }
        return ["note undelivered \(stage)"]
      },
      { order, witness in
        let source = PublishSubject<Int>()
        let clock = Clock()
        nonisolated(unsafe) let subscription = witness.observe(
          pipeline(source, clock.scheduler).do(onNext: { order.pass("\($0) comes out") }), then: order.pass)
        for element in elements { source.onNext(element) }
        order.run(
          { order.call("advance") { clock.advance(5) } },
          { order.call("dispose") { subscription.dispose() } })
      })
  }
}
