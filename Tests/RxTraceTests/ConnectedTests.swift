import TestSupport
import Testing
import TraceFormat

@testable import RxTrace

@Suite(.oneAtATime) struct ConnectedTests {
  /// Two threads: an observable of each, a subject and a scheduler that both use.
  private func run(_ write: (inout TraceWriter) -> Void) throws -> Trace {
    var writer = TraceWriter()
    for thread in UInt16(1)...3 { writer.add(.defineThread, thread: thread, .string("")) }
    let objects: [(UInt32, ObjectRole, String)] = [
      (1, .observable, "Just<Int>"), (2, .observable, "Just<Int>"), (3, .subject, "PublishSubject<Int>"),
      (4, .scheduler, "MainScheduler"),
    ]
    for (number, role, name) in objects { writer.add(.defineObject, role.rawValue, object: number, .string(name)) }
    write(&writer)
    return try withFile(writer.file) { try Trace(contentsOf: $0) }
  }

  private func titles(_ trace: Trace) -> [String] { trace.steps.map { trace.title(of: $0) } }

  @Test("calls of other threads on their own objects are left out, and do not count in names")
  func others() throws {
    let trace = try run { writer in
      writer.add(.subscribe, object: 2, thread: 2)
      writer.add(.run, object: 2, thread: 2, depth: 1)
      writer.add(.subscribe, object: 1, thread: 1)
      writer.add(.run, object: 1, thread: 1, depth: 1)
    }
    #expect(titles(trace.connected(toThread: 1)) == ["Just#1.subscribe", "Just#1.run"])
    let part = trace.connected(toThread: 1)
    #expect(part.steps.map(\.parent) == [nil, 0] && part.steps.map(\.thread) == [0, 0])
    #expect(part.threads.map(\.ordinal) == [1] && part.objects.map(\.name) == ["Just#1"])
  }

  @Test("an object connects, before and after, and through others")
  func objects() throws {
    let trace = try run { writer in
      writer.add(.on, object: 3, thread: 2)
      writer.add(.subscribe, object: 2, thread: 2, depth: 1)
      writer.add(.returned, thread: 2)
      writer.add(.run, object: 2, thread: 3)
      writer.add(.on, object: 3, thread: 1)
    }
    #expect(trace.connected(toThread: 2).steps.count == 4)
    #expect(titles(trace.connected(toThread: 2)) == titles(trace))
  }

  @Test("a scheduler connects only the steps of its actions")
  func schedulers() throws {
    let trace = try run { writer in
      let mine = writer.add(.schedule, object: 4, thread: 1)
      let other = writer.add(.schedule, object: 4, thread: 2)
      writer.add(.scheduledAction, object: 4, thread: 3, .record(other))
      writer.add(.subscribe, object: 2, thread: 3, depth: 1)
      writer.add(.returned, thread: 3)
      writer.add(.scheduledAction, object: 4, thread: 3, .record(mine))
      writer.add(.subscribe, object: 1, thread: 3, depth: 1)
    }
    let part = trace.connected(toThread: 0)
    #expect(titles(part) == ["MainScheduler#1.schedule", "MainScheduler#1.scheduledAction", "Just#1.subscribe"])
    #expect(part.steps[1].cause == 0 && part.steps[2].parent == 1)
  }

  @Test("a part of a file that is read by itself counts depths, threads and times from its own beginning")
  func parts() throws {
    var writer = TraceWriter()
    writer.add(.defineThread, thread: 1, .string("first"))
    writer.add(.defineThread, thread: 2, .string("second"))
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 1, .string("Just<Int>"))
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 2, .string("Just<Int>"))
    writer.add(.queue, thread: 2, .string("workers"))
    writer.add(.subscribe, object: 1, thread: 1)
    writer.add(.subscribe, object: 1, thread: 2)
    let start = writer.add(.run, object: 2, thread: 2, depth: 1)
    writer.add(.subscribe, object: 2, thread: 2, depth: 3)
    let end = writer.add(.subscribe, object: 1, thread: 2, depth: 1)
    try withFile(writer.file) { path in
      let part = try Trace(RecordedPart(path: path, sequences: start..<end, thread: 2), isWhole: true)
      #expect(titles(part) == ["Just#1.run", "Just#1.subscribe"])
      #expect(part.steps.map(\.depth) == [0, 2] && part.steps.map(\.parent) == [nil, 0])
      #expect(part.steps.map(\.queue) == ["workers", "workers"] && part.steps[0].time == 0)
      #expect(part.threads.map(\.name) == ["second"] && part.threads.map(\.ordinal) == [1])
      #expect(try !Trace(RecordedPart(path: path, sequences: start..<end, thread: 2), isWhole: false).isComplete)
    }
  }

  @Test("superclasses are those of every object of the same type")
  func superclasses() throws {
    var writer = TraceWriter()
    for number in UInt32(1)...2 {
      writer.add(.defineObject, ObjectRole.observable.rawValue, object: number, .string("Map<Int, Int>"))
    }
    writer.add(.defineSuperclasses, object: 1, .string("Producer,Observable"))
    writer.add(.subscribe, object: 1)
    writer.add(.subscribe, object: 2)
    let trace = try withFile(writer.file) { try Trace(contentsOf: $0) }
    #expect(trace.objects.map(\.superclasses) == [["Producer", "Observable"], ["Producer", "Observable"]])
  }
}
