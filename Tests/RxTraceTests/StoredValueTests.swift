import RxTrace
import TestSupport
import Testing
import TraceFormat

/// Values as parts of a layout. Any bytes give a text or none, and end.
@Suite("Stored values", .oneAtATime)
struct StoredValueTests {
  @Test("the parts of a value are printed as its layout says")
  func printed() throws {
    let layout = ["struct||Point|2", "i8|x||0", "optional|at||2", "case||some|1", "string|||0", "case||none|0"]
    #expect(try text(layout, UInt64(5).bytes + UInt16(1).bytes) == "Point(x: 5, at: nil)")
    let at = UInt16(0).bytes + UInt32(2).bytes + UInt32(2).bytes + Array("hi".utf8)
    #expect(try text(layout, UInt64(5).bytes + at) == "Point(x: 5, at: Optional(\"hi\"))")
  }

  @Test("a value that was cut is printed as far as it goes, and marked")
  func cut() throws {
    let layout = ["array|||1", "i2|||0"]
    let beginning = UInt32(9).bytes + UInt32(2).bytes + UInt16(1).bytes
    #expect(try text(layout, beginning + UInt16(2).bytes) == "[1, 2, and 7 more]…")
    #expect(try text(layout, beginning) == "[1, …")
    #expect(try text(layout, []) == "…")
  }

  @Test(
    "a layout that is none gives no value",
    arguments: [
      "", "i8", "i8||", "i9|||0", "struct||A|-1", "struct||A|1", "i8|||1\ni8|||0", "array|||0", "i8|||0\ni8|||0",
    ])
  func wrongLayout(layout: String) throws {
    #expect(try text(layout.split(separator: "\n").map(String.init), UInt64(1).bytes) == nil)
  }

  @Test("a case that the layout does not have ends the value")
  func wrongCase() throws {
    #expect(try text(["enum|||1", "case||a|0"], UInt16(9).bytes) == "…")
  }

  @Test("a crafted collection of elements without bytes ends")
  func endless() throws {
    let layout = ["array|||1", "array|||1", "struct||E|0"]
    let text = try #require(try text(layout, UInt32.max.bytes + UInt32.max.bytes + UInt32.max.bytes + UInt32.max.bytes))
    #expect(text.utf8.count < 70_000)
  }

  @Test("a layout nested without end is refused")
  func deep() throws {
    #expect(try text(Array(repeating: "array|||1", count: 100_000) + ["i8|||0"], []) == nil)
  }

  @Test("a repeated value is that of the call around it, and no other's")
  func repeated() throws {
    var writer = TraceWriter()
    let first = writer.add(.on, 1, object: 1, depth: 0, .string("a longer text"))
    writer.add(.on, 1, object: 1, depth: 1, .repeated(first))
    writer.add(.on, 1, object: 1, depth: 1, .repeated(first + 77))
    writer.add(.on, 1, object: 1, thread: 2, depth: 1, .repeated(first))
    let trace = try withFile(writer.file) { try Trace(contentsOf: $0) }
    #expect(trace.steps.map(\.value?.text) == ["\"a longer text\"", "\"a longer text\"", nil, nil])
  }

  /// The text of a value, with `…` if something is missing. A layout's fields are separated by `|` here.
  private func text(_ layout: [String], _ parts: [UInt8]) throws -> String? {
    var writer = TraceWriter()
    let lines = layout.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\t") }
    writer.add(.defineShape, object: 3, thread: 0, .string(lines.joined(separator: "\n")))
    writer.add(.on, 1, object: 1, .shaped(layout: 3, parts))
    let trace = try withFile(writer.file) { try Trace(contentsOf: $0) }
    return trace.steps.first?.value.map { $0.text + ($0.isComplete ? "" : "…") }
  }
}
