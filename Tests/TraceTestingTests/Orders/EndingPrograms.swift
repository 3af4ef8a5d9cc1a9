import Rx

extension OrderedProgram {
  static let all = endings + shared + senders + inners + later

  /// A disposal against elements and terminal events.
  private static let endings = [
    OrderedProgram(
      "an element, and a disposal", orders: 7, elements: [101],
      ends: { _ in [.disposed] },
      finds: { order in
        order.has("dispose", before: "send") ? ["note nobody-subscribed PublishSubject"] : []
      },
      { order, witness in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = witness.observe(
          source.do(onDispose: { order.pass("left") }).map { number in
            order.pass("map")
            return number
          }, then: order.pass)
        order.run(
          { order.call("send") { source.onNext(101) } },
          { order.call("dispose") { subscription.dispose() } })
      }),
    OrderedProgram(
      "an error, and a disposal", orders: 5, elements: [101, 102],
      ends: { $0.has("error", before: "dispose") ? [.failed] : [.disposed] },
      finds: { order in
        let late: Set = ["note nobody-subscribed PublishSubject"]
        if order.has("dispose", before: "send") { return late }
        return order.has("dispose", before: "map") ? late : ["warning ended-by-error PublishSubject MapSink"]
      },
      { order, witness in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = witness.observe(
          source.map { (_: Int) -> Int in
            order.pass("map")
            throw Offline()
          }.do(onError: { _ in order.pass("error") }), then: order.pass)
        order.run(
          { order.call("send") { source.onNext(101) } },
          { order.call("dispose") { subscription.dispose() } })
        source.onNext(102)
      }),
    OrderedProgram(
      "a completion, and a disposal", orders: 8,
      ends: { $0.has("completing", before: "dispose") ? [.completed] : [.disposed] },
      finds: { _ in [] },
      { order, witness in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = witness.observe(
          source.do(onCompleted: { order.pass("completing") }, onDispose: { order.pass("left") }).map { $0 },
          then: order.pass)
        order.run(
          { order.call("complete") { source.onCompleted() } },
          { order.call("dispose") { subscription.dispose() } })
      }),
    OrderedProgram(
      "an error without a closure, and a disposal", orders: 6,
      finds: { order in
        order.has("error", before: "dispose") ? ["warning unhandled-error Do"] : []
      },
      { order, _ in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = source.do(
          onError: { _ in order.pass("error") }, onDispose: { order.pass("left") }
        ).subscribe(onNext: { ignore($0) })
        order.run(
          { order.call("fail") { source.onError(Offline()) } },
          { order.call("dispose") { subscription.dispose() } })
      }),
    OrderedProgram(
      "a completion, and the disposal of two at once", orders: 6,
      ends: { [.disposed, $0.has("complete", before: "left") ? .completed : .disposed] },
      finds: { _ in [] },
      { order, witness in
        let one = PublishSubject<Int>()
        nonisolated(unsafe) let other = PublishSubject<Int>()
        nonisolated(unsafe) let both = CompositeDisposable(
          witness.observe(one.do(onDispose: { order.pass("left") })),
          witness.observe(other.map { $0 }, then: order.pass))
        order.run(
          { order.call("complete") { other.onCompleted() } },
          { order.call("dispose") { both.dispose() } })
      }),
    OrderedProgram(
      "an element, and the release of a bag with two observers", orders: 9, elements: [101],
      ends: { _ in [.disposed, .disposed] },
      finds: { $0.has("left", before: "send") ? ["note nobody-subscribed PublishSubject"] : [] },
      { order, witness in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        let owner = BagOwner()
        witness.observe(source.do(onDispose: { order.pass("left") }), then: { order.pass("first \($0)") })
          .disposed(by: owner.bag!)
        witness.observe(source.map { $0 }, then: { order.pass("second \($0)") }).disposed(by: owner.bag!)
        order.run(
          { order.call("send") { source.onNext(101) } },
          { order.call("release") { owner.bag = nil } })
      }),
    OrderedProgram(
      "an element that is sent within the one before, and a disposal", orders: 4, elements: [101, 102],
      ends: { _ in [.disposed] },
      finds: { order in
        let lost = "note nobody-subscribed PublishSubject"
        if order.has("dispose", before: "send") { return [lost] }
        let within = "warning reentrancy PublishSubject"
        return order.has("dispose", before: "101") ? [within, lost] : [within]
      },
      { order, witness in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = witness.observe(source) { text in
          order.pass(text)
          if text == "101" { source.onNext(102) }
        }
        order.run(
          {
            order.call("send") { source.onNext(101) }
            if order.has("dispose", before: "send") { source.onNext(102) }
          },
          { order.call("dispose") { subscription.dispose() } })
      }),
  ]
}

private final class BagOwner: @unchecked Sendable {
  var bag: DisposeBag? = DisposeBag()
}
