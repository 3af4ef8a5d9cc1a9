import Foundation
import TestSupport
import Testing
import TraceAnalysis
import TraceFormat

@testable import RxTrace
@testable import TraceViews

/// A long recording that is read in pieces, each of whole outermost calls.
@Suite("Pieces of a long recording", .oneAtATime)
struct RunPiecesTests {
  private func pieces(_ path: String, size: Int) throws -> (outline: RunOutline, pieces: [Trace]) {
    let outline = try RunOutline(contentsOf: path, trusting: TrustedFolders())
    var reader = try RunPieces(contentsOf: path, outline, size: size)
    var pieces: [Trace] = []
    while let piece = try reader.next() { pieces.append(piece) }
    return (outline, pieces)
  }

  @Test("together have each step once, below the call around it", arguments: 1...40 as ClosedRange<UInt64>)
  func steps(seed: UInt64) throws {
    try withFile(StepRangeTests.writer(seed, segments: 6).file) { path in
      let whole = try Trace(contentsOf: path)
      let (outline, pieces) = try pieces(path, size: 5)
      let all = pieces.flatMap { piece in
        piece.steps.map { step in
          Placed(step, parent: step.parent.map { piece.steps[$0].number }, thrown: step.thrown?.text)
        }
      }
      let expected = whole.steps.map { Placed($0, parent: $0.parent.map { $0 + 1 }, thrown: $0.thrown?.text) }
      #expect(all.sorted { $0.number < $1.number } == expected)
      #expect(outline.run.stepsInRun == whole.steps.count)
      #expect(outline.unreturned == Set(whole.unreturnedClosures.map(\.number)))
    }
  }

  private struct Placed: Equatable {
    var number: Int
    var title: String
    var parent: Int?
    var thrown: String?

    init(_ step: Step, parent: Int?, thrown: String?) {
      number = step.number
      title = "\(step.kind) \(step.value?.text ?? "") \(step.queue ?? "")"
      (self.parent, self.thrown) = (parent, thrown)
    }
  }

  @Test("give the text of the whole", arguments: 1...40 as ClosedRange<UInt64>)
  func text(seed: UInt64) throws {
    try withFile(StepRangeTests.writer(seed, segments: 6).file) { path in
      let whole = ProgramText(LocatedTrace(trace: try Trace(contentsOf: path)))
      for size in [1, 9] {
        var (outline, rest) = try pieces(path, size: size)
        var text = ""
        ProgramText(outline).write({ rest.isEmpty ? nil : rest.removeFirst() }, { text += $0 })
        #expect(text == whole.text)
      }
    }
  }

  @Test("differ from another run where the whole does", arguments: 1...20 as ClosedRange<UInt64>)
  func differences(seed: UInt64) throws {
    try withFile(StepRangeTests.writer(seed, segments: 3).file) { one in
      try withFile(StepRangeTests.writer(seed + 1, segments: 3).file) { other in
        let whole = ProgramDiffReport(try wholeRun(one), try wholeRun(other))
        #expect(ProgramDiffReport(try runInPieces(one), try runInPieces(other)).text == whole.text)
        #expect(ProgramDiffReport(try runInPieces(one), try wholeRun(one)).isSame && !whole.isSame)
      }
    }
  }

  private func wholeRun(_ path: String) throws -> ComparedRun {
    let run = try AnalysedRun(path: path)
    return ComparedRun(run, rows: ProgramRows(run.located).rows)
  }

  private func runInPieces(_ path: String) throws -> ComparedRun {
    var (outline, rest) = try pieces(path, size: 5)
    let rows = ProgramRows(outline) { rest.isEmpty ? nil : rest.removeFirst() }.rows
    return try ComparedRun(path: path, outline, rows: rows, trusting: TrustedFolders())
  }

  @Test("do not wait for a thread that does nothing any more")
  func idleThread() throws {
    var writer = TraceWriter()
    writer.add(.defineType, object: 1, .string("PublishSubject<Int>"))
    writer.add(.defineInstance, ObjectRole.subject.rawValue, object: 1, site: 1, .bytes([]))
    for thread in [1, 2] as [UInt16] {
      writer.add(.defineThread, object: UInt32(thread), thread: thread, .string("t\(thread)"))
      writer.add(.on, TraceWriter.next, object: 1, thread: thread, .integer(0))
    }
    for number in 0..<30_000 { writer.add(.on, TraceWriter.next, object: 1, thread: 2, .integer(Int64(number))) }
    writer.add(.on, TraceWriter.next, object: 1, thread: 1, .integer(1))
    try withFile(writer.file) { path in
      let sizes = try pieces(path, size: 1000).pieces.map(\.steps.count)
      #expect(sizes.count >= 30 && sizes.allSatisfy { $0 <= 1001 })
    }
  }

  @Test("are as long as a call that goes on")
  func longCall() throws {
    var writer = TraceWriter()
    writer.add(.defineType, object: 1, .string("MapSink<Int>"))
    writer.add(.defineInstance, ObjectRole.sink.rawValue, object: 1, site: 1, .bytes([]))
    writer.add(.on, TraceWriter.next, object: 1, .integer(0))
    for number in 0..<5000 { writer.add(.closure, TraceWriter.next, object: 1, depth: 1, .integer(Int64(number))) }
    writer.add(.on, TraceWriter.next, object: 1, .integer(1))
    try withFile(writer.file) { path in
      let sizes = try pieces(path, size: 100).pieces.map(\.steps.count)
      #expect(sizes == [5002])
    }
  }

  @Test("a short run is read as a whole, and so is one that may go on")
  func shortRun() throws {
    func isLong(_ file: [UInt8], fewestSteps: Int) throws -> Bool {
      try withFile(file) { try RunOutline(ofLongRun: $0, trusting: TrustedFolders(), fewestSteps: fewestSteps) != nil }
    }
    let ended = TraceWriter.hello.file
    var goesOn = ended
    goesOn[TraceFormat.Header.flags] &= ~UInt8(TraceFormat.Header.closedFlag)
    let areLong = try (isLong(ended, fewestSteps: 3), isLong(ended, fewestSteps: 1000), isLong(goesOn, fewestSteps: 3))
    #expect(areLong == (true, false, false))
  }
}
