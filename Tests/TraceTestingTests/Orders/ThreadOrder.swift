import CPlatform
import Dispatch
import Foundation

@testable import Rx

/// One order in which several threads pass the points of a program: only one of them runs at a time, from a point of its own
/// to its next.
///
/// A point is a place in the program's own code, before a call or in a closure. A thread that comes to a point waits until
/// it is its turn. The next turn is given when all threads have come to rest: each waits at a point, or has finished, or is
/// held by an engine's lock that another one holds while it waits at a point. So no time limit decides anything.
final class ThreadOrder: @unchecked Sendable {
  /// A choice of the thread whose turn it is.
  struct Choice {
    /// The threads that waited at a point.
    var candidates: [Int]
    var chosen: Int
    /// The threads that were held by a lock: orders in which one of them goes first cannot be.
    var held: Int
  }

  /// A thread of the program.
  private struct Member {
    var key: UInt = 0
    var point: String?
    var isFinished = false
    let turn = DispatchSemaphore(value: 0)
  }

  /// Of the threads whose turn it was, as far as that is given; later the first thread has the turn.
  private let given: [Int]
  private(set) var choices: [Choice] = []
  /// Whether a given thread was not there, or the threads did not come to rest.
  private(set) var isBroken = false
  private let lock = NSLock()
  private var members: [Member] = []
  private var passed: [String] = []
  private let changed = DispatchSemaphore(value: 0)

  init(_ given: [Int] = []) { self.given = given }

  /// The points in the order in which they were passed.
  var points: [String] { lock.withLock { passed } }

  /// Whether a point was passed, and the other one later or never.
  func has(_ point: String, before other: String) -> Bool {
    let points = points
    guard let place = points.firstIndex(of: point) else { return false }
    return place < points.firstIndex(of: other) ?? .max
  }

  // MARK: The program

  /// A point of the program. Other threads than those of ``run(_:)`` do not wait.
  func pass(_ point: String) {
    let key = Self.thisThread
    let turn = lock.withLock { () -> DispatchSemaphore? in
      guard let place = members.firstIndex(where: { $0.key == key }) else { return nil }
      members[place].point = point
      return members[place].turn
    }
    if let turn {
      changed.signal()
      turn.wait()
    }
    lock.withLock { passed.append(point) }
  }

  /// A point before a call.
  func call(_ point: String, _ body: () -> Void) {
    pass(point)
    body()
  }

  /// Runs the threads to their ends. Each begins with a point.
  func run(_ bodies: (@Sendable () -> Void)...) {
    lock.withLock { members = bodies.map { _ in Member() } }
    for (place, body) in bodies.enumerated() {
      let hasStarted = DispatchSemaphore(value: 0)
      let thread = Thread {
        // Foundation can name a thread only once it has got it from the system.
        hasStarted.wait()
        Thread.current.name = "\(Self.threadName) \(place)"
        self.lock.withLock { self.members[place].key = Self.thisThread }
        body()
        self.lock.withLock { self.members[place].isFinished = true }
        self.changed.signal()
      }
      thread.start()
      hasStarted.signal()
    }
    while let candidates = restingThreads() { next(of: candidates) }
    // A later thread may have the storage of one of these, by which they are known.
    lock.withLock { members = [] }
  }

  static let threadName = "ordered"

  private static var thisThread: UInt { UInt(bitPattern: hw_thread_state()) }

  // MARK: Turns

  /// Waits until all threads have come to rest.
  /// - Returns: those that wait at a point; nil if all have finished.
  private func restingThreads() -> [Int]? {
    var rounds = 0
    while true {
      let (waiting, finished, held) = lock.withLock {
        (
          members.indices.filter { members[$0].point != nil }, members.filter(\.isFinished).count,
          members.filter { $0.point == nil && !$0.isFinished && DeliveryLock.isWaiting($0.key) }.count
        )
      }
      if finished == members.count { return nil }
      if waiting.count + finished + held == members.count { return waiting }
      rounds += 1
      // Half a minute, in which nothing at all happens: the program is wrong.
      if rounds > 30_000 {
        isBroken = true
        return waiting.isEmpty ? nil : waiting
      }
      _ = changed.wait(timeout: .now() + .milliseconds(1))
    }
  }

  private func next(of candidates: [Int]) {
    let wanted = choices.count < given.count ? given[choices.count] : candidates[0]
    if !candidates.contains(wanted) { isBroken = true }
    let chosen = candidates.contains(wanted) ? wanted : candidates[0]
    lock.withLock {
      let held = members.filter { $0.point == nil && !$0.isFinished }.count
      choices.append(Choice(candidates: candidates, chosen: chosen, held: held))
      members[chosen].point = nil
      members[chosen].turn.signal()
    }
  }
}

extension ThreadOrder {
  struct Count: Equatable {
    var forced = 0
    /// At how many points an order could not go on with one of the threads, because a lock held it.
    var impossible = 0
  }

  /// Gives `body` one order after another until all have been: it runs the program, which may have further points in some
  /// of them.
  static func all(_ body: (ThreadOrder) throws -> Void) rethrows -> Count {
    var given: [Int]? = []
    var count = Count()
    while let thread = given {
      let order = ThreadOrder(thread)
      try body(order)
      count.forced += 1
      count.impossible += order.choices.dropFirst(thread.count).reduce(0) { $0 + $1.held }
      given = order.isBroken ? nil : order.following
    }
    return count
  }

  /// The beginning of the next order: the last choice that has another candidate is made differently.
  private var following: [Int]? {
    for place in choices.indices.reversed() {
      let choice = choices[place]
      guard let other = choice.candidates.first(where: { $0 > choice.chosen }) else { continue }
      return choices[..<place].map(\.chosen) + [other]
    }
    return nil
  }
}
