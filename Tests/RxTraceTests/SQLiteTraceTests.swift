import Foundation
import GRDB
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
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)")!
      }
      #expect(counts == [1, 11, 3, 1, 1, 2, 1])
      let columns = "object, observer, value, file, line, parent_id, is_delivered"
      let row = try Row.fetchOne(database, sql: "SELECT \(columns) FROM calls WHERE kind = 'forwardOn'")
      #expect(
        row == [
          "object": "AnonymousObservableSink#1", "observer": "AnonymousObserver#1", "value": "\"hello\"",
          "file": "Rx/Create.swift", "line": 8, "parent_id": 5, "is_delivered": 1,
        ])
    }
  }

  @Test("Every reference leads somewhere, and indexes serve the usual questions")
  func soundness() throws {
    for writer in [TraceWriter.mapped, .crossing, Hostile.writer()] {
      try withDatabase(writer.trace) { database in
        let dangling = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        #expect(dangling.isEmpty)
        let check = try String.fetchOne(database, sql: "PRAGMA integrity_check")
        #expect(check == "ok")
        let plan = try Row.fetchOne(database, sql: "EXPLAIN QUERY PLAN SELECT * FROM steps WHERE object_id = 1")
        let detail: String? = plan?["detail"]
        #expect(detail?.contains("steps_by_object") == true)
      }
    }
  }

  @Test("A scheduled action names its schedule")
  func cause() throws {
    try withDatabase(TraceWriter.crossing.trace) { database in
      let row = try Row.fetchOne(database, sql: "SELECT id, cause_id, thread_id FROM steps WHERE cause_id IS NOT NULL")
      #expect(row == ["id": 2, "cause_id": 1, "thread_id": 2])
    }
  }

  @Test("The user's line that made an object is stored as file and line")
  func origins() throws {
    let origins = [1: SourceLine(file: "/home/me/main.swift", line: 3)]
    try withDatabase(TraceWriter.mapped.trace, origins) { database in
      let file = try String.fetchOne(
        database, sql: "SELECT file FROM objects JOIN sites ON sites.id = made_at WHERE name = 'AnonymousObserver#1'")
      #expect(file == "/home/me/main.swift")
    }
  }

  @Test("Values of any kind are stored byte for byte, and a value of ten megabytes too")
  func values() throws {
    let query = "SELECT CAST(value AS BLOB) FROM steps WHERE kind = 'forwardOn' ORDER BY id"
    try withDatabase(Hostile.writer().trace) { database in
      let values = try Data.fetchAll(database, sql: query).map { String(decoding: $0, as: UTF8.self) }
      #expect(values == Hostile.texts + [Hostile.texts.joined()])
    }
    let (trace, value) = try traceWithLargeValue()
    try withDatabase(trace) { database in
      let stored = try Data.fetchOne(database, sql: query)
      #expect(stored == Data(value.utf8))
    }
  }

  @Test("An existing file is replaced, and a file that cannot be written is an error")
  func files() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("something else".utf8).write(to: URL(fileURLWithPath: path))
    try SQLiteTrace(TraceWriter.hello.trace).write(to: path)
    let steps = try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM steps") }
    #expect(steps == 11)
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
    try DatabaseQueue(path: path).read { database in
      let names = try String.fetchAll(database, sql: "SELECT name FROM run ORDER BY id")
      #expect(names == ["run1.hwtrace", "run2.hwtrace", "run3.hwtrace"])
      #expect(try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").isEmpty)
      let counts = try Int.fetchAll(database, sql: "SELECT count(*) FROM steps GROUP BY run_id ORDER BY run_id")
      #expect(counts == runs.map(\.steps.count))
      let columns = "number, object, observer, value, file, line"
      func calls(_ run: Int) throws -> [Row] {
        try Row.fetchAll(database, sql: "SELECT \(columns) FROM calls WHERE run_id = \(run)")
      }
      #expect(try calls(1) == calls(3) && calls(1).count == 11)
      let strangers = """
        SELECT count(*) FROM steps JOIN objects ON objects.id = object_id JOIN threads ON threads.id = thread_id
        WHERE objects.run_id <> steps.run_id OR threads.run_id <> steps.run_id
        """
      #expect(try Int.fetchOne(database, sql: strangers) == 0)
      let lines = try Int.fetchOne(database, sql: "SELECT count(*) FROM sites")
      let different = try Int.fetchOne(database, sql: "SELECT count(DISTINCT file || ':' || line) FROM sites")
      #expect(lines == different)
    }
    // A run can only be added to a database of runs.
    for other in ["something else", ""] {
      try Data(other.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: (any Error).self) { try SQLiteTrace(runs[0]).write(to: path, appends: true) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(other.utf8))
    }
  }

  private func withDatabase(
    _ trace: Trace, _ origins: [ObjectID: SourceLine] = [:], _ body: (Database) throws -> Void
  ) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try SQLiteTrace(trace, origins: origins).write(to: path)
    try DatabaseQueue(path: path).read(body)
  }
}
