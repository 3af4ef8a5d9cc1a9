import Foundation
import RxTrace
import TestSupport
import Testing
import TraceFormat

@Suite("Steps in a stream", .oneAtATime)
struct StepStreamTests {
  @Test("A stream gives the same steps as a trace in memory")
  func sameSteps() throws {
    try withFile(TraceWriter.everything.file) { path in
      let stream = try StepStream(path: path)
      var steps: [Step] = []
      while let step = try stream.next() { steps.append(step) }
      let trace = try Trace(contentsOf: path)
      #expect(steps.map(\.withoutEnd) == trace.steps.map(\.withoutEnd))
      #expect(steps.map(\.number) == Array(1...steps.count))
    }
  }

  @Test("A pipe can be read as well")
  func pipe() throws {
    try withFile(TraceWriter.everything.file) { path in
      let pipe = path + ".pipe"
      defer { unlink(pipe) }
      try #require(mkfifo(pipe, 0o600) == 0)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let writer = Thread { try? bytes.write(to: URL(fileURLWithPath: pipe)) }
      writer.start()
      #expect(try Trace(contentsOf: pipe).steps.count == Trace(contentsOf: path).steps.count)
    }
  }

  @Test("A call has returned when its thread records something outside of it, or the outermost call's return")
  func endTimes() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, object: 1)
    writer.add(.on, TraceWriter.next, object: 2, depth: 1)
    writer.add(.on, TraceWriter.next, object: 3, depth: 1)
    writer.add(.returned)
    writer.add(.on, object: 1)
    #expect(try trace(writer).steps.map(\.endTime) == [3, 2, 3, nil])
  }

  @Test("Objects have the roles that the recorder gave them")
  func roles() throws {
    var writer = TraceWriter()
    let roles: [ObjectRole] = [.other, .observable, .sink, .observer, .subject, .disposable, .scheduler]
    for role in roles {
      writer.add(.defineObject, role.rawValue, object: UInt32(role.rawValue) + 1, .string("\(role)"))
      writer.add(.dispose, object: UInt32(role.rawValue) + 1)
    }
    #expect(try trace(writer).objects.map(\.role.rawValue) == roles.map { "\($0)" })
  }

  @Test("Text behind a record that was never finished is not taken for records")
  func unfinishedPayload() throws {
    var writer = TraceWriter()
    writer.add(.output, 0, .string(String(repeating: "A\n\nB\tC text of 16", count: 20)))
    writer.add(.dispose, object: 1)
    var file = writer.file
    file[TraceFormat.headerSize] = 0
    #expect(try trace(file).steps.map(\.kind) == [.dispose])
  }

  @Test("If a file ends within a payload, nothing of the payload is taken for records")
  func cutPayload() throws {
    var writer = TraceWriter()
    writer.add(.dispose, object: 1)
    writer.add(.output, 0, .bytes([UInt8](repeating: 8, count: 200)))
    let file = writer.file
    for length in stride(from: TraceFormat.headerSize + 2 * TraceFormat.slotSize, to: file.count, by: 1) {
      #expect(try trace(Array(file[..<length])).steps.map(\.kind) == [.dispose])
    }
  }

  @Test("A record of an unknown kind is skipped with the bytes that follow it")
  func unknownKindWithPayload() throws {
    var writer = TraceWriter()
    writer.add(.output, 0, .bytes([UInt8](repeating: 8, count: 200)))
    writer.add(.dispose, object: 1)
    var file = writer.file
    file[TraceFormat.headerSize] = 200
    file[TraceFormat.headerSize + TraceFormat.Slot.payloadType] = 99
    #expect(try trace(file).steps.map(\.kind) == [.dispose])
  }

  @Test("A printed line that ends in CR LF ends there; one without an end is given in parts of a megabyte")
  func printedLines() throws {
    var writer = TraceWriter()
    for piece in ["a\r\n", "b\n"] { writer.add(.output, 0, .string(piece)) }
    let part = String(repeating: "x", count: TraceFormat.maximumPayloadSize / 2)
    for _ in 0..<5 { writer.add(.output, 0, .string(part)) }
    let texts = try trace(writer).steps.map { $0.value?.text ?? "" }
    #expect(texts.map(\.utf8.count) == [3, 2, 1 << 20, 1 << 20, 1 << 19])
  }

  @Test("A printed text that is too long to be recorded whole says so, and ends its line")
  func cutOutput() throws {
    var writer = TraceWriter()
    writer.add(.output, 0, .string("the beg"), isCut: true)
    writer.add(.output, 0, .string("next\n"))
    let values = try trace(writer).steps.map(\.value)
    #expect(values.map { $0?.text } == ["the beg", "next\n"])
    #expect(values.map { $0?.isComplete } == [false, true])
  }

  @Test("A number that damage made huge costs no memory")
  func hugeNumbers() throws {
    var writer = TraceWriter()
    for number: UInt32 in [.max, .max - 1, 1 << 31, 5] {
      writer.add(.defineObject, ObjectRole.sink.rawValue, object: number, .string("MapSink<Int>"))
      writer.add(.defineSite, object: number, .string("Rx/Map.swift:1"))
      writer.add(.dispose, object: number, site: number)
    }
    let trace = try trace(writer)
    #expect(trace.objects.map(\.name) == ["MapSink#1", "MapSink#2", "MapSink#3", "MapSink#4"])
    #expect(trace.steps.allSatisfy { $0.site == SourceLine(file: "Rx/Map.swift", line: 1) })
  }

  private func trace(_ writer: TraceWriter) throws -> Trace { try trace(writer.file) }
  private func trace(_ file: [UInt8]) throws -> Trace { try withFile(file) { try Trace(contentsOf: $0) } }
}

extension Step {
  /// The time of a call's return is not known yet when the call is read.
  fileprivate var withoutEnd: String {
    let positions = [object, other, thread, depth, parent, cause, callStack].map { $0 ?? -1 }
    let texts = [value?.text, thrown?.text, queue, site?.description].map { $0 ?? "" }
    return "\(number) \(kind) \(String(describing: event)) \(isDelivered) \(time) \(positions) \(texts)"
  }
}
