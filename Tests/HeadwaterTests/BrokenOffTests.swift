import Foundation
import TestSupport
import Testing

/// The recordings of programs that did not come to their end.
@Suite("A recording that its program did not end", .oneAtATime)
struct BrokenOffTests {
  /// How a program ends: its last lines, and what a check says of it.
  struct Ending: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let lines: String
    /// The level and the message; empty for a program whose recording is whole.
    let said: String

    init(_ name: String, _ said: String, _ lines: String) {
      (testDescription, self.lines, self.said) = (name, lines, said)
    }
  }

  static let endings = [
    Ending(
      "a crash in a closure", "warning: the program crashed in subscribe's onNext closure, given 2 (pipeline.swift:",
      "bag.insert(numbers.subscribe(onNext: { precondition($0 == 1) }))\nnumbers.onNext(2)"),
    Ending(
      "a crash outside of closures",
      "warning: the program crashed, and did not end its recording; no closure was running",
      "fatalError()"),
    Ending(
      "kill -9 within a closure",
      "warning: the program was stopped in subscribe's onNext closure, given 2 (pipeline.swift:",
      "bag.insert(numbers.subscribe(onNext: { _ in kill(getpid(), SIGKILL) }))\nnumbers.onNext(2)"),
    Ending(
      "closures of two threads", "warning: the program was stopped while 2 closures were running",
      """
      let (reached, never) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Thread.detachNewThread {
        let other = PublishSubject<Int>()
        let subscription = other.subscribe(onNext: { _ in
          reached.signal()
          never.wait()
        })
        other.onNext(3)
        subscription.dispose()
      }
      bag.insert(numbers.subscribe(onNext: { _ in
        reached.wait()
        kill(getpid(), SIGKILL)
      }))
      numbers.onNext(2)
      """),
    Ending(
      "_exit within a closure", "warning: the program ended in subscribe's onNext closure, given 2 (pipeline.swift:",
      "bag.insert(numbers.subscribe(onNext: { _ in _exit(0) }))\nnumbers.onNext(2)"),
    Ending(
      "kill -9 outside of closures",
      "note: the program was stopped, and did not end its recording; no closure was running", "kill(getpid(), SIGKILL)"),
    Ending(
      "_exit outside of closures", "note: the program ended, and did not end its recording; no closure was running",
      "_exit(0)"),
    Ending(
      "kill within a closure", "note: the program was stopped in subscribe's onNext closure, given 2 (pipeline.swift:",
      "bag.insert(numbers.subscribe(onNext: { _ in kill(getpid(), SIGTERM) }))\nnumbers.onNext(2)"),
    Ending(
      "exit within a closure", "", "bag.insert(numbers.subscribe(onNext: { _ in exit(0) }))\nnumbers.onNext(2)"),
    Ending("an end of its own", "", "numbers.onNext(2)"),
  ]

  @Test("is told with what was under way, as a warning or a note", arguments: endings)
  func ending(_ ending: Ending) throws {
    let folder = try Folder()
    let program = """
      import Foundation
      import Rx
      let (numbers, bag) = (PublishSubject<Int>(), DisposeBag())
      numbers.map { $0 + 1 }.subscribe(onNext: { print($0) }).disposed(by: bag)
      numbers.onNext(1)
      \(ending.lines)
      """
    try program.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let found = try headwater(
      ["check", "pipeline.swift", "--level", "note", "--only", "incomplete"], in: folder)
    if ending.said.isEmpty {
      #expect(found.status == 0 && !found.output.contains("[incomplete]"), "\(found.output)")
    } else {
      #expect(found.status == 1 && found.output.hasPrefix(ending.said), "\(found.output)")
    }
  }
}
