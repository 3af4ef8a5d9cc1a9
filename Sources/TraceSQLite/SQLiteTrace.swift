import Foundation
import RxTrace

/// Writes a run as an SQLite database, to be queried.
///
///     try SQLiteTrace(trace).write(to: "run.sqlite")
///     // $ sqlite3 run.sqlite 'SELECT object, count(*) FROM calls WHERE kind = "forwardOn" GROUP BY object'
///     // MapSink#1|3
///
/// ``schema`` describes the tables.
public struct SQLiteTrace {
  private let trace: Trace
  private let name: String
  private let origins: [ObjectID: SourceLine]
  private let times: VirtualTimes

  /// - Parameters:
  ///   - name: of the recording.
  ///   - origins: the line of the user's source that made an object, if it is known.
  public init(_ trace: Trace, named name: String = "", origins: [ObjectID: SourceLine] = [:]) {
    self.init(LocatedTrace(trace: trace, origins: origins), named: name)
  }

  /// Writes a run, or a part of one.
  package init(_ run: LocatedTrace, named name: String = "") {
    (trace, origins, times) = (run.trace, run.origins, run.virtualTimes)
    self.name = name
  }

  /// Writes the database; an older file is replaced when the new one is complete.
  /// - Parameter appends: whether the runs that the older file has stay, and this one is added to them.
  /// - Throws: `SystemError.failed` if the file cannot be written, or if the run cannot be added to it.
  public func write(to path: String, appends: Bool = false) throws {
    do {
      try replaceFile(path) { beside in
        let isThere = appends && access(path, F_OK) == 0
        if isThere { try FileManager.default.copyItem(atPath: path, toPath: beside) }
        try write(to: beside, isThere: isThere)
      }
    } catch let error as DatabaseError {
      throw SystemError.failed("\(path): cannot be written: \(error.message)")
    } catch let error as CocoaError {
      throw SystemError.failed("\(path): cannot be read: \(systemReason(error))")
    }
  }

  private func write(to path: String, isThere: Bool) throws {
    let database = try Database(path: path)
    if isThere { try check(database) }
    // No other process knows the file yet, and it is thrown away if anything fails.
    try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
    if !isThere {
      try database.execute(sql: Self.tables)
      try database.execute(sql: "PRAGMA user_version = \(Self.version)")
    }
    try fill(database)
    // The indices are made last, because sorting once is quicker than keeping the rows sorted.
    if !isThere { try database.execute(sql: Self.indices) }
    try database.execute(sql: "COMMIT")
  }

  private func check(_ database: Database) throws {
    let version = try database.integer(sql: "PRAGMA user_version")
    let tables = try database.integer(
      sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('run', 'steps', 'objects')")
    guard version == Self.version, tables == 3 else {
      throw DatabaseError(
        "it is not a database of runs that this version of headwater made; name another file, or leave out --append")
    }
  }

  // MARK: Tables

  /// The numbers that are added to those of this run, so that they differ from those of the runs before.
  private struct Offsets {
    var run = 1
    var thread = 0
    var object = 0
    var step = 0

    init(_ database: Database) throws {
      func last(_ table: String) throws -> Int { try database.integer(sql: "SELECT max(id) FROM \(table)") }
      (run, thread, object, step) = (try last("run") + 1, try last("threads"), try last("objects"), try last("steps"))
    }
  }

  private func fill(_ database: Database) throws {
    let before = try Offsets(database)
    try database.makeStatement(sql: "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(
      .integer(before.run), .text(name), .integer(Int64(bitPattern: trace.startWallClock)),
      .integer(trace.processIdentifier), .bool(trace.isComplete), .integer(trace.droppedRecords),
      .integer(trace.dropReason), .integer(trace.damagedSlots + trace.unfinishedRecords))
    let sites = try fillSites(database)
    try fillThreads(database, before)
    try fillObjects(database, before, sites)
    try fillSteps(database, before, sites)
    try fillOutput(database, before)
  }

  /// Adds every source line once, and gives its number in the other tables. Runs share the lines.
  private func fillSites(_ database: Database) throws -> [SourceLine: Int] {
    var numbers = try Self.sites(of: database)
    let insert = try database.makeStatement(sql: "INSERT INTO sites VALUES (?, ?, ?)")
    func add(_ site: SourceLine) throws {
      guard numbers[site] == nil else { return }
      numbers[site] = numbers.count + 1
      try insert.execute(.integer(numbers.count), .text(site.file), .integer(site.line))
    }
    for case let origin? in trace.objects.lazy.map({ origins[$0.id] }) { try add(origin) }
    for case let site? in trace.steps.lazy.map(\.site) { try add(site) }
    return numbers
  }

  /// The lines that earlier runs have left, which are numbered without gaps.
  private static func sites(of database: Database) throws -> [SourceLine: Int] {
    var numbers: [SourceLine: Int] = [:]
    try database.forEachRow(sql: "SELECT id, file, line FROM sites") { row in
      numbers[SourceLine(file: row.text(1), line: row.integer(2))] = row.integer(0)
    }
    return numbers
  }

  private func fillThreads(_ database: Database, _ before: Offsets) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO threads VALUES (?, ?, ?, ?)")
    for thread in trace.threads {
      try insert.execute(
        .integer(before.thread + thread.ordinal), .integer(before.run), .integer(thread.ordinal), .text(thread.name))
    }
  }

  private func fillObjects(_ database: Database, _ before: Offsets, _ sites: [SourceLine: Int]) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO objects VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
    for object in trace.objects {
      try insert.execute(
        .integer(before.object + object.id + 1), .integer(before.run), .text(object.name), .text(object.typeName),
        .text(object.fullTypeName), .integer(object.ordinal), .text(object.role.rawValue),
        .integer(origins[object.id].flatMap { sites[$0] }))
    }
    let link = try database.makeStatement(sql: "INSERT INTO links VALUES (?, ?, ?)")
    for object in trace.objects {
      for held in object.links {
        try link.execute(
          .integer(before.object + object.id + 1), .text(held.name), .integer(before.object + held.target + 1))
      }
    }
  }

  private func fillSteps(_ database: Database, _ before: Offsets, _ sites: [SourceLine: Int]) throws {
    let insert = try database.makeStatement(
      sql: "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    func id(_ step: Int?) -> ColumnValue { .integer(step.map { before.step + number(trace.steps[$0]) }) }
    func id(ofObject object: ObjectID?) -> ColumnValue { .integer(object.map { before.object + $0 + 1 }) }
    for step in trace.steps {
      let value = step.kind == .output ? nil : step.value
      try insert.execute(
        id(step.index), .integer(before.run), .integer(number(step)), .text(step.kind.rawValue),
        .text(step.event?.rawValue), .text(value?.text), .bool(value?.isComplete), id(ofObject: step.object),
        id(ofObject: step.other), .integer(before.thread + trace.threads[step.thread].ordinal), .text(step.queue),
        .integer(step.depth), .integer(step.time), .integer(step.endTime), .integer(step.site.flatMap { sites[$0] }),
        id(step.parent), id(step.cause),
        .bool(step.isDelivered), .text(step.thrown?.text), .integer(value?.identity),
        .text(times.time(of: step)?.text))
    }
  }

  private func fillOutput(_ database: Database, _ before: Offsets) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO output VALUES (?, ?)")
    for step in trace.steps where step.kind == .output {
      try insert.execute(.integer(before.step + number(step)), .text(step.value?.text ?? ""))
    }
  }

  /// The number of a step in the run, or its position from 1 in a run that was put together without numbers.
  private func number(_ step: Step) -> Int { step.number == 0 ? step.index + 1 : step.number }
}
