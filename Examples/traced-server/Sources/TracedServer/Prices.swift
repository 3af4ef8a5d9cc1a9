import Foundation
import Rx
import RxDistributedTracing
import Tracing

/// Adds up prices, on two queues: one reads the question, the other one the store.
struct Prices: Sendable {
  struct Unknown: Error, CustomStringConvertible {
    let name: String
    var description: String { "there is no \(name)" }
  }

  private let questions = SerialDispatchQueueScheduler(qos: .default)
  private let store = SerialDispatchQueueScheduler(qos: .default)
  private let cents = ["tea": 320, "milk": 140, "bread": 290]

  /// - Parameter names: with commas between them.
  func total(of names: String) -> Observable<Int> {
    Observable.just(names)
      .observe(on: questions)
      // Without the context of the request, a span on this queue would begin a trace of its own.
      .carryingServiceContext()
      .flatMap { Observable.from($0.split(separator: ",").map(String.init)) }
      .concatMap { price(of: $0).traced("price") }
      .reduce(0, accumulator: +)
      .traced("total")
  }

  private func price(of name: String) -> Observable<Int> {
    Observable.just(name)
      .observe(on: store)
      .carryingServiceContext()
      .map(read)
  }

  private func read(_ name: String) throws -> Int {
    try withSpan("read") { span in
      span.attributes["name"] = name
      guard let price = cents[name] else { throw Unknown(name: name) }
      return price
    }
  }
}
