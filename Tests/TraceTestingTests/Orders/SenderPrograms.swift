import Rx

extension OrderedProgram {
  /// Two threads that send.
  static let senders = [
    OrderedProgram(
      "two senders to one subject", orders: 6, elements: [101, 201],
      finds: { order in
        let isInTurn = order.has("101", before: "send 201") || order.has("201", before: "send 101")
        return isInTurn ? [] : ["error overlap PublishSubject"]
      },
      { order, witness in
        nonisolated(unsafe) let subject = PublishSubject<Int>()
        let subscription = witness.observe(subject, then: order.pass)
        order.run(
          { order.call("send 101") { subject.onNext(101) } },
          { order.call("send 201") { subject.onNext(201) } })
        subscription.dispose()
      }),
    OrderedProgram(
      "an element and a completion of one subject", orders: 5,
      finds: { order in
        if order.has("101", before: "complete") { return [] }
        return order.has("complete", before: "send")
          ? ["warning after-end PublishSubject"] : ["error overlap PublishSubject"]
      },
      { order, witness in
        nonisolated(unsafe) let subject = PublishSubject<Int>()
        witness.observe(subject.map { $0 }, then: order.pass)
        order.run(
          { order.call("send") { subject.onNext(101) } },
          { order.call("complete") { subject.onCompleted() } })
      }),
    OrderedProgram(
      "an element and a completion of one observer of create", orders: 5,
      finds: { order in
        if order.has("101", before: "complete") { return [] }
        return order.has("complete", before: "send")
          ? ["warning after-end AnonymousObservableSink"] : ["error overlap AnonymousObservableSink"]
      },
      { order, witness in
        nonisolated(unsafe) var sender: AnyObserver<Int>?
        witness.observe(
          Observable<Int>.create { observer in
            sender = observer
            return Disposables.create()
          }, then: order.pass)
        nonisolated(unsafe) let observer = sender!
        sender = nil
        order.run(
          { order.call("send") { observer.onNext(101) } },
          { order.call("complete") { observer.onCompleted() } })
      }),
    twoInputs("merge", [101, 201], orders: 14, impossible: 6) { one, other, _ in
      Observable.merge(one, other).map { "\($0)" }
    },
    twoInputs("combineLatest", [], orders: 6) { one, other, order in
      Observable.combineLatest(one, other) { first, second in
        order.pass("combine")
        return "\(first) \(second)"
      }
    },
    twoInputs("zip", [101, 201], orders: 6) { one, other, order in
      Observable.zip(one, other) { first, second in
        order.pass("combine")
        return "\(first) \(second)"
      }
    },
    OrderedProgram(
      "withLatestFrom, and its other input", orders: 6, elements: [101, 102],
      dropped: { $0.has("first 101", before: "second 201") ? ["101": "dropped"] : [:] },
      finds: { $0.has("first 101", before: "second 201") ? ["note dropped-for-other WithLatestFromSink"] : [] },
      { order, witness in
        nonisolated(unsafe) let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        func noted(_ subject: PublishSubject<Int>, _ name: String) -> Observable<Int> {
          subject.do(onNext: { order.pass("\(name) \($0)") })
        }
        let subscription = witness.observe(
          noted(first, "first").withLatestFrom(noted(second, "second")) { "\($0) \($1)" }, then: order.pass)
        order.run(
          { order.call("send 101") { first.onNext(101) } },
          { order.call("send 201") { second.onNext(201) } })
        first.onNext(102)
        subscription.dispose()
      }),
    OrderedProgram(
      "one line subscribes again and again, and another thread sends", orders: 20,
      finds: { order in
        let points = order.points
        // The elements between two subscriptions; those after the last one show nothing.
        let gaps = points.split(separator: "subscribe", omittingEmptySubsequences: false).dropFirst().dropLast()
        let isGrowing = gaps.allSatisfy { !$0.isEmpty }
        var findings: Set = isGrowing ? ["warning growing PublishSubject"] : []
        if points.first == "send" {
          let isAll = points.last == "subscribe" && !points.drop { $0 == "send" }.contains("send")
          findings.insert("\(isAll ? "warning" : "note") lost-before PublishSubject")
        }
        return findings
      },
      { order, _ in
        nonisolated(unsafe) let subject = PublishSubject<Int>()
        order.run(
          {
            for _ in 1...3 { order.call("subscribe") { _ = subject.subscribe(onNext: { ignore($0) }) } }
          },
          {
            for number in 1...3 { order.call("send") { subject.onNext(number) } }
          })
      }),
  ]

  /// An operator to whose two inputs two threads send: it delivers one element at a time, so nothing is wrong.
  private static func twoInputs(
    _ name: String, _ elements: [Int], orders: Int, impossible: Int = 0,
    _ pipeline: @escaping @Sendable (Observable<Int>, Observable<Int>, ThreadOrder) -> Observable<String>
  ) -> OrderedProgram {
    OrderedProgram(
      "\(name), and a thread for each input", orders: orders, impossible: impossible, elements: elements,
      ends: { _ in [.disposed] }, finds: { _ in [] },
      { order, witness in
        nonisolated(unsafe) let (one, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = witness.observe(
          pipeline(one.do(onNext: { order.pass("one \($0)") }), other.do(onNext: { order.pass("other \($0)") }), order),
          then: order.pass)
        order.run(
          { order.call("send 101") { one.onNext(101) } },
          { order.call("send 201") { other.onNext(201) } })
        subscription.dispose()
      })
  }
}
