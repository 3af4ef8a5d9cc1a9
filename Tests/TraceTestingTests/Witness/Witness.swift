import Foundation
import Rx
import Testing

/// What a program sees of its own subscriptions, written down by its own closures. It knows nothing of recordings.
final class Witness: @unchecked Sendable {
  /// A subscription, as the program saw it.
  struct Account: Equatable {
    /// The elements that its closure was given.
    var elements: [String] = []
    var end = End.open
  }

  /// How a subscription ended.
  enum End: Equatable { case open, completed, failed, disposed }

  /// Whether two accounts tell the same. Nil stands for an end that a recording does not tell, as of a sequence that holds
  /// nothing for its observers.
  static func areAlike(_ model: [(elements: [String], end: End?)], _ seen: [Account]) -> Bool {
    model.count == seen.count
      && zip(model, seen).allSatisfy { $0.elements == $1.elements && $0.end ?? $1.end == $1.end }
  }

  private let lock = NSLock()
  private var written: [Account] = []

  /// In the order in which the program subscribed.
  var accounts: [Account] { lock.withLock { written } }

  /// Subscribes, and writes down what comes.
  /// - Parameter then: called by each closure afterwards with a text for what came, or `end`.
  @discardableResult
  func observe<Source: ObservableConvertibleType>(
    _ source: Source, then: @escaping (String) -> Void = { _ in }
  ) -> any Disposable {
    let place = lock.withLock {
      written.append(Account())
      return written.count - 1
    }
    return source.asObservable().subscribe(
      onNext: { element in
        self.write(place) { $0.elements.append(String(reflecting: element)) }
        then("\(element)")
      },
      onError: { _ in
        self.write(place) { $0.end = .failed }
        then("end")
      },
      onCompleted: {
        self.write(place) { $0.end = .completed }
        then("end")
      },
      onDisposed: { self.write(place) { if $0.end == .open { $0.end = .disposed } } })
  }

  private func write(_ place: Int, _ change: (inout Account) -> Void) {
    lock.withLock { change(&written[place]) }
  }
}

/// A program with a witness.
struct WitnessedProgram: CustomTestStringConvertible, Sendable {
  let name: String
  let body: @Sendable (Witness) -> Void

  init(_ name: String, _ body: @escaping @Sendable (Witness) -> Void) { (self.name, self.body) = (name, body) }

  var testDescription: String { name }
}
