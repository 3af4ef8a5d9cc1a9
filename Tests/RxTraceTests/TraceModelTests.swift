import RxTrace
import TestSupport
import Testing
import TraceFormat

@Suite("The model of a run", .oneAtATime)
struct TraceModelTests {
  @Test("Calls nest as they did in the run")
  func nesting() throws {
    let trace = try trace(.hello)
    #expect(trace.steps.map(\.depth) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 5])
    #expect(trace.steps.map(\.parent) == [nil, 0, 1, 2, 3, 4, 5, 6, 7, 8, 4])
    #expect(trace.children(of: 4).map(\.kind) == [.forwardOn, .forwardOn])
    #expect(trace.children(of: 0).map(\.kind) == [.subscribe])
  }

  @Test("A delivered forwardOn is its observer's on as well; one that is not delivered is not")
  func impliedOn() throws {
    let trace = try trace(.hello)
    let on = trace.steps[6]
    #expect(on.kind == .on && trace.name(of: on.object) == "AnonymousObserver#1")
    #expect(on.event == .next && on.value == TracedValue(text: "\"hello\""))
    #expect(trace.steps[5].other == on.object)
    let lost = trace.steps[10]
    #expect(!lost.isDelivered && lost.event == .completed)
  }

  @Test("Objects are counted by type, in order of appearance, whatever their generic arguments")
  func ordinals() throws {
    var writer = TraceWriter()
    for (number, type) in ["MapSink<Int, Int>", "FilterSink<Int>", "MapSink<Int, String>"].enumerated() {
      writer.add(.defineObject, ObjectRole.sink.rawValue, object: UInt32(number + 1), .string(type))
    }
    for object in [3, 2, 1, 3] as [UInt32] { writer.add(.dispose, object: object) }
    let trace = try trace(writer)
    #expect(trace.steps.map { trace.name(of: $0.object) } == ["MapSink#1", "FilterSink#1", "MapSink#2", "MapSink#1"])
    #expect(trace.objects[0].fullTypeName == "MapSink<Int, String>")
    #expect(trace.objects[0].role == .sink)
  }

  @Test("An object that nobody defined still has a name")
  func undefinedObject() throws {
    var writer = TraceWriter()
    writer.add(.dispose, object: 77)
    let trace = try trace(writer)
    #expect(trace.name(of: trace.steps[0].object) == "Unknown#1")
  }

  @Test("A scheduled action knows its schedule, also on another thread")
  func cause() throws {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.scheduler.rawValue, object: 1, .string("SerialDispatchQueueScheduler"))
    writer.add(.output, 0, .string("something longer than a slot's own eight bytes"))
    let schedule = writer.add(.schedule, object: 1)
    writer.add(.queue, thread: 2, .string("com.example.work"))
    writer.add(.scheduledAction, object: 1, thread: 2, .record(schedule))
    let trace = try trace(writer)
    #expect(trace.steps[2].cause == 1)
    #expect(trace.steps[2].parent == nil)
    #expect(trace.steps[2].queue == "com.example.work")
    #expect(trace.threads.count == 2)
  }

  @Test("The end of a thread's outermost call ends its nesting")
  func returned() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, object: 1)
    writer.add(.returned)
    writer.add(.dispose, object: 1, depth: 1)
    #expect(try trace(writer).steps.map(\.parent) == [nil, nil])
  }

  @Test("A thread number that is defined again belongs to another thread, whatever is open on the first")
  func reusedThreadNumber() throws {
    var writer = TraceWriter()
    writer.version = 4
    for name in ["first", "second"] {
      writer.add(.defineThread, thread: 1, .string(name))
      writer.add(.queue, thread: 1, .string("queue of \(name)"))
      writer.add(.on, TraceWriter.next, object: 1, thread: 1)
      writer.add(.dispose, object: 1, thread: 1, depth: 1)
    }
    writer.add(.defineThread, thread: 1, .string("no steps"))
    let trace = try trace(writer)
    #expect(trace.threads.map(\.name) == ["first", "second"])
    #expect(trace.steps.map(\.thread) == [0, 0, 1, 1])
    #expect(trace.steps.map(\.parent) == [nil, 0, nil, 2])
    #expect(trace.steps.map(\.queue) == ["first", "first", "second", "second"].map { "queue of \($0)" })
  }

  @Test("A part of a recording begins with its own thread, not with an earlier one that had its number")
  func partAfterReuse() throws {
    var writer = TraceWriter()
    writer.version = 4
    writer.add(.defineThread, thread: 1, .string("earlier"))
    writer.add(.dispose, object: 1, thread: 1)
    writer.add(.defineThread, thread: 2, .string("other"))
    writer.add(.defineThread, thread: 1, .string("own"))
    let start = writer.add(.dispose, object: 1, thread: 2)
    let last = writer.add(.dispose, object: 1, thread: 1)
    let trace = try withFile(writer.file) { path in
      try Trace(RecordedPart(path: path, sequences: start..<last + 1, thread: 1), isWhole: true)
    }
    #expect(trace.threads.map(\.name) == ["own", "other"] && trace.steps.map(\.thread) == [1, 0])
  }

  @Test("Links, source lines and stacks")
  func definitions() throws {
    let trace = try trace(.hello)
    let sink = try #require(trace.objects.first { $0.typeName == "AnonymousObservableSink" })
    #expect(sink.links.map(\.name) == ["observer"])
    #expect(trace.name(of: sink.links[0].target) == "AnonymousObserver#1")
    #expect(trace.steps[2].site == SourceLine(file: "Rx/Producer.swift", line: 31))
    #expect(trace.objects[0].assembly == [ReturnAddress(image: "/tmp/hello", offset: 0x1234)])
  }

  /// A sink that delivers to an observer, with its type and its links as a recording has them.
  private func sink(_ type: String, version: UInt32) throws -> TracedObject {
    var writer = TraceWriter()
    writer.version = version
    writer.add(.defineType, object: 1, .string(type))
    writer.add(.defineType, object: 2, .string("Receiver<Int>\n\n\n"))
    writer.add(.defineInstance, ObjectRole.observer.rawValue, object: 2, site: 2, .bytes([]))
    writer.add(.defineInstance, ObjectRole.other.rawValue, object: 3, site: 2, .bytes([]))
    let held: [UInt8] = [2, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0]
    writer.add(.defineInstance, ObjectRole.sink.rawValue, object: 1, site: 1, .bytes(held))
    writer.add(.on, TraceWriter.next, object: 1, .integer(1))
    let trace = try trace(writer)
    return trace.objects[try #require(trace.steps[0].object)]
  }

  @Test("The recording says what a type's links are for, which calls its superclasses leave to it, what sets it apart")
  func typeFacts() throws {
    let text = "OddSink<Int>\nBase,Root:5:6\n>next,!life,^whole\ntrampoline,new=trait,conveniences=Subscribable,shares"
    let sink = try sink(text, version: 4)
    #expect(sink.links.map(\.name) == ["next", "life", "whole"])
    #expect(sink.links.map(\.role) == [.delivery, .lifetime, .owner])
    #expect(sink.deliversTo == sink.links[0].target)
    #expect(sink.superclasses == ["Base", "Root"])
    #expect(sink.implementers(of: .on) == ["OddSink", "Base"])
    #expect(sink.implementers(of: .dispose) == ["OddSink", "Base", "Root"])
    #expect(sink.traits == [.trampoline, .shares] && sink.conveniencesType == "Subscribable")
  }

  @Test("In a file of version 3, the names of the engine's types and properties say so")
  func olderTypeFacts() throws {
    let sink = try sink("ReplaySubject<Int>\nSink,EventReceiver\n>observer,cancel,parent", version: 3)
    #expect(sink.links.map(\.name) == ["observer", "cancel", "parent"])
    #expect(sink.links.map(\.role) == [.delivery, .lifetime, .owner])
    #expect(sink.implementers(of: .on) == ["ReplaySubject", "Sink"])
    #expect(sink.traits == [.replays] && sink.conveniencesType == "ObservableType")
  }

  @Test("A link that is told by itself has a role of its own; in a file of version 3, its name gives the role")
  func linkRoles() throws {
    for version in [UInt32(3), 4] {
      var writer = TraceWriter()
      writer.version = version
      writer.add(.defineType, object: 1, .string("Place\n\n\n"))
      for object in [UInt32(1), 2] {
        writer.add(.defineInstance, ObjectRole.disposable.rawValue, object: object, site: 1, .bytes([]))
      }
      let isOlder = version == 3
      let role = isOlder ? 0 : LinkRole.subscriber.rawValue
      writer.add(.defineLink, role, object: 1, site: 2, .string(isOlder ? "receiver" : "listener"))
      writer.add(.dispose, object: 1)
      #expect(try trace(writer).objects[0].links.map(\.role) == [.subscriber])
    }
  }

  @Test("What the header says about the recording's end")
  func ending() throws {
    var writer = TraceWriter.hello
    (writer.droppedRecords, writer.dropReason, writer.isClosed) = (12, 28, false)
    let trace = try trace(writer)
    #expect(trace.droppedRecords == 12 && trace.dropReason == 28 && !trace.isComplete)
  }

  private func trace(_ writer: TraceWriter) throws -> Trace {
    try withFile(writer.file) { try Trace(contentsOf: $0) }
  }

  @Test("The pieces of a printed line are one step, wherever the line was broken off and went on")
  func printedPieces() throws {
    var writer = TraceWriter()
    for piece in ["1", " ", "2", "\n", "3"] { writer.add(.output, 0, .string(piece)) }
    writer.add(.output, depth: 1, .string("deeper"))
    let trace = try trace(writer)
    #expect(trace.steps.map { $0.value?.text } == ["1 2\n", "3", "deeper"])
  }
}
