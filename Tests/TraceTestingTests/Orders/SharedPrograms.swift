import Foundation
import Rx

extension OrderedProgram {
  /// Shared sequences, and subjects that keep elements.
  static let shared = [
    OrderedProgram(
      "an error behind a shared sequence, and a disposal", orders: 4, elements: [101, 102],
      ends: { $0.has("map", before: "dispose") ? [.failed] : [.disposed] },
      finds: { order in
        let late: Set = ["note nobody-subscribed PublishSubject"]
        return order.has("dispose", before: "map") ? late : ["warning ended-by-error PublishSubject MapSink"]
      },
      { order, witness in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        nonisolated(unsafe) let subscription = witness.observe(
          source.share().map { try failing($0, order) }, then: order.pass)
        order.run(
          { order.call("send") { source.onNext(101) } },
          { order.call("dispose") { subscription.dispose() } })
        source.onNext(102)
      }),
    OrderedProgram(
      "an error of one of two that share, and the disposal of both", orders: 7, elements: [102],
      ends: { [$0.has("map", before: "dispose") ? .failed : .disposed, .disposed] },
      finds: { _ in ["note nobody-subscribed PublishSubject"] },
      { order, witness in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        let shared = source.share()
        nonisolated(unsafe) let first = witness.observe(shared.map { try failing($0, order) }, then: order.pass)
        nonisolated(unsafe) let second = witness.observe(shared)
        order.run(
          { order.call("send") { source.onNext(101) } },
          {
            order.call("dispose") { first.dispose() }
            order.call("dispose other") { second.dispose() }
          })
        source.onNext(102)
      }),
    OrderedProgram(
      "the first of two that share fails after the other was disposed", orders: 4, elements: [102],
      finds: { order in
        let late: Set = ["note nobody-subscribed PublishSubject"]
        return order.has("dispose", before: "map") ? late : ["warning ended-by-error PublishSubject MapSink"]
      },
      { order, witness in
        nonisolated(unsafe) let source = PublishSubject<Int>()
        let shared = source.share()
        nonisolated(unsafe) let first = witness.observe(shared.map { try failing($0, order) }, then: order.pass)
        witness.observe(shared).dispose()
        order.run(
          { order.call("send") { source.onNext(101) } },
          { order.call("dispose") { first.dispose() } })
        source.onNext(102)
      }),
    OrderedProgram(
      "the last observer of a shared sequence leaves, and another comes", orders: 6, elements: [103, 104],
      ends: { _ in [.disposed, .failed] },
      finds: { _ in ["warning ended-by-error PublishSubject MapSink"] },
      { order, witness in
        let source = PublishSubject<Int>()
        nonisolated(unsafe) let shared = source.do(onDispose: { order.pass("left") }).share()
        nonisolated(unsafe) let first = witness.observe(shared)
        order.run(
          { order.call("dispose") { first.dispose() } },
          {
            order.pass("subscribe")
            witness.observe(shared.do(onSubscribe: { order.pass("joining") }).map { try failing($0, order) })
          })
        source.onNext(103)
        source.onNext(104)
      }),
    OrderedProgram(
      "a subject that replays is sent elements, and subscribed to", orders: 11, elements: [100, 101, 102],
      ends: { _ in [.disposed] },
      finds: { _ in [] },
      { order, witness in
        nonisolated(unsafe) let subject = ReplaySubject<Int>.create(bufferSize: 1)
        subject.onNext(100)
        order.run(
          {
            order.call("send") { subject.onNext(101) }
            order.call("send next") { subject.onNext(102) }
          },
          {
            order.pass("subscribe")
            witness.observe(subject.do(onSubscribe: { order.pass("joining") }), then: order.pass).dispose()
          })
      }),
    OrderedProgram(
      "a subject with a value is sent elements, and subscribed to", orders: 15, elements: [100, 101, 102],
      ends: { _ in [.disposed] },
      finds: { _ in [] },
      { order, witness in
        nonisolated(unsafe) let subject = BehaviorSubject(value: 100)
        order.run(
          {
            order.call("send") { subject.onNext(101) }
            order.call("send next") { subject.onNext(102) }
          },
          {
            order.pass("subscribe")
            let subscription = witness.observe(subject.map { $0 }, then: order.pass)
            order.pass("dispose")
            subscription.dispose()
          })
      }),
    OrderedProgram(
      "two threads subscribe to one cold sequence", orders: 6,
      finds: { order in
        let isOverlapping =
          order.has("subscribe one", before: "work two") && order.has("subscribe two", before: "work one")
        return isOverlapping ? ["warning work-repeated AnonymousObservable"] : []
      },
      { order, witness in
        nonisolated(unsafe) let known = KnownThread()
        nonisolated(unsafe) let cold = Observable<Int>.create { observer in
          order.pass(known.isCurrent ? "work one" : "work two")
          observer.onNext(101)
          observer.onCompleted()
          return Disposables.create()
        }
        order.run(
          {
            order.pass("subscribe one")
            known.enter()
            witness.observe(cold)
          },
          {
            order.pass("subscribe two")
            witness.observe(cold)
          })
      }),
    OrderedProgram(
      "two lines subscribe to a cold sequence, and another thread sends elsewhere", orders: 6,
      finds: { _ in ["note work-repeated AnonymousObservable"] },
      { order, witness in
        nonisolated(unsafe) let other = PublishSubject<Int>()
        let subscription = other.map { $0 }.subscribe(onNext: { order.pass("\($0)") })
        nonisolated(unsafe) let cold = Observable<Int>.create { observer in
          observer.onNext(101)
          observer.onCompleted()
          return Disposables.create()
        }
        order.run(
          {
            order.call("one") { _ = cold.subscribe(onNext: { ignore($0) }) }
            order.call("two") { _ = cold.subscribe(onNext: { ignore($0) }) }
          },
          { order.call("send") { other.onNext(1) } })
        subscription.dispose()
      }),
  ]

  /// Fails with each element.
  private static func failing(_ number: Int, _ order: ThreadOrder) throws -> Int {
    order.pass("map")
    throw Offline()
  }
}

/// Knows one of the threads.
private final class KnownThread {
  private var thread: Thread?

  func enter() { thread = Thread.current }
  var isCurrent: Bool { thread === Thread.current }
}
