import Foundation
import TestSupport
import Testing
import TraceFormat
import TraceSQLite

@testable import RxTrace

@Suite("A run as an SQLite database", .oneAtATime)
struct SQLiteTraceTests {
  @Test("Steps, objects, links, threads, sites and output are tables")
  func tables() throws {
    try withDatabase(TraceWriter.hello.trace) { database in
      let counts = try ["run", "steps", "objects", "links", "threads", "sites", "output"].map { table in
        try database.value("SELECT count(*) FROM \(table)")
      }
      #expect(counts == ["1", "11", "3", "1", "1", "2", "1"])
      let columns = "object, observer, value, file, line, parent_id, is_delivered"
      let row = try database.rows("SELECT \(columns) FROM calls WHERE kind = 'forwardOn'").first
      #expect(
        row == ["AnonymousObservableSink#1", "AnonymousObserver#1", "\"hello\"", "Rx/Create.swift", "8", "5", "1"])
    }
  }

  @Test("Every reference leads somewhere, and indexes serve the usual questions")
  func soundness() throws {
    for writer in [TraceWriter.mapped, .crossing, Hostile.writer()] {
      try withDatabase(writer.trace) { database in
        #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
        #expect(try database.value("PRAGMA integrity_check") == "ok")
        let plan = try database.rows("EXPLAIN QUERY PLAN SELECT * FROM steps WHERE object_id = 1")
        #expect(plan.first?.last??.contains("steps_by_object") == true)
      }
    }
  }

  @Test("A scheduled action names its schedule")
  func cause() throws {
    try withDatabase(TraceWriter.crossing.trace) { database in
      let rows = try database.rows("SELECT id, cause_id, thread_id FROM steps WHERE cause_id IS NOT NULL")
      #expect(rows == [["2", "1", "2"]])
    }
  }

  @Test("The user's line that made an object is stored as file and line")
  func origins() throws {
    let origins = [1: SourceLine(file: "/home/me/main.swift", line: 3)]
    try withDatabase(TraceWriter.mapped.trace, origins) { database in
      let file = try database.value(
        "SELECT file FROM objects JOIN sites ON sites.id = made_at WHERE name = 'AnonymousObserver#1'")
      #expect(file == "/home/me/main.swift")
    }
  }

  @Test("Values of any kind are stored byte for byte, and a value of ten megabytes too")
  func values() throws {
    let query = "SELECT CAST(value AS BLOB) FROM steps WHERE kind = 'forwardOn' ORDER BY id"
    try withDatabase(Hostile.writer().trace) { database in
      let values = try database.column(query)
      #expect(values == Hostile.texts + [Hostile.texts.joined()])
    }
    let (trace, value) = try traceWithLargeValue()
    try withDatabase(trace) { database in
      let stored = try database.value(query)
      #expect(stored == value)
    }
  }

  @Test("An existing file is replaced, and a file that cannot be written is an error")
  func files() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
    try SQLiteTrace(TraceWriter.hello.trace).write(to: path)
    #expect(try WrittenDatabase(path: path).value("SELECT count(*) FROM steps") == "11")
    #expect(throws: (any Error).self) { try SQLiteTrace(TraceWriter.hello.trace).write(to: "/nowhere/at/all.sqlite") }
  }

  @Test("Runs are added to those that are there, each with its number, and every reference stays in its run")
  func appending() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let runs = try [TraceWriter.hello.trace, TraceWriter.crossing.trace, TraceWriter.hello.trace]
    for (number, trace) in runs.enumerated() {
      try SQLiteTrace(trace, named: "run\(number + 1).hwtrace").write(to: path, appends: true)
    }
    let database = try WrittenDatabase(path: path)
    let names = try database.column("SELECT name FROM run ORDER BY id")
    #expect(names == ["run1.hwtrace", "run2.hwtrace", "run3.hwtrace"])
    #expect(try database.rows("PRAGMA foreign_key_check").isEmpty)
    let counts = try database.column("SELECT count(*) FROM steps GROUP BY run_id ORDER BY run_id")
    #expect(counts == runs.map { "\($0.steps.count)" })
    let columns = "number, object, observer, value, file, line"
    func calls(_ run: Int) throws -> [[String?]] {
      try database.rows("SELECT \(columns) FROM calls WHERE run_id = \(run)")
    }
    #expect(try calls(1) == calls(3) && calls(1).count == 11)
    let strangers = """
      SELECT count(*) FROM steps JOIN objects ON objects.id = object_id JOIN threads ON threads.id = thread_id
      WHERE objects.run_id <> steps.run_id OR threads.run_id <> steps.run_id
      """
    #expect(try database.value(strangers) == "0")
    let lines = try database.value("SELECT count(*) FROM sites")
    let different = try database.value("SELECT count(DISTINCT file || ':' || line) FROM sites")
    #expect(lines == different)
    // A run can only be added to a database of runs.
    for other in ["something else", ""] {
      try Data(other.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: (any Error).self) { try SQLiteTrace(runs[0]).write(to: path, appends: true) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(other.utf8))
    }
  }

  private func withDatabase(
    _ trace: Trace, _ origins: [ObjectID: SourceLine] = [:], _ body: (WrittenDatabase) throws -> Void
  ) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try SQLiteTrace(trace, origins: origins).write(to: path)
    try body(WrittenDatabase(path: path))
  }
}
