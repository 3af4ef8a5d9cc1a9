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
  private let origins: [ObjectID: SourceLine]

  /// - Parameters:
  ///   - origins: the line of the user's source that made an object, if it is known.
  public init(_ trace: Trace, origins: [ObjectID: SourceLine] = [:]) {
    self.trace = trace
    self.origins = origins
  }

  /// Writes the database; an older file is replaced when the new one is complete.
  /// - Throws: `SystemError.failed` if the file cannot be written.
  public func write(to path: String) throws {
    do {
      try replaceFile(path, through: writeWhole)
    } catch let error as DatabaseError {
      throw SystemError.failed("\(path): cannot be written: \(error.message)")
    }
  }

  private func writeWhole(to path: String) throws {
    let database = try Database(path: path)
    // No other process knows the file yet, and it is thrown away if anything fails.
    try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
    try fill(database)
    try database.execute(sql: "COMMIT")
  }

  // MARK: Tables

  private func fill(_ database: Database) throws {
    try database.execute(sql: Self.tables)
    try database.makeStatement(sql: "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?)").execute(
      .integer(Int64(bitPattern: trace.startWallClock)), .integer(trace.processIdentifier), .bool(trace.isComplete),
      .integer(trace.droppedRecords), .integer(trace.dropReason),
      .integer(trace.damagedSlots + trace.unfinishedRecords))
    let sites = try fillSites(database)
    try fillThreads(database)
    try fillObjects(database, sites)
    try fillSteps(database, sites)
    try fillOutput(database)
    // Sorted once, rather than kept sorted with each row.
    try database.execute(sql: Self.indices)
  }

  /// Every source line once, with its number in the other tables.
  private func fillSites(_ database: Database) throws -> [SourceLine: Int] {
    var numbers: [SourceLine: Int] = [:]
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

  private func fillThreads(_ database: Database) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO threads VALUES (?, ?)")
    for thread in trace.threads { try insert.execute(.integer(thread.ordinal), .text(thread.name)) }
  }

  private func fillObjects(_ database: Database, _ sites: [SourceLine: Int]) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)")
    for object in trace.objects {
      try insert.execute(
        .integer(object.id + 1), .text(object.name), .text(object.typeName), .text(object.fullTypeName),
        .integer(object.ordinal), .text(object.role.rawValue), .integer(origins[object.id].flatMap { sites[$0] }))
    }
    let link = try database.makeStatement(sql: "INSERT INTO links VALUES (?, ?, ?)")
    for object in trace.objects {
      for held in object.links {
        try link.execute(.integer(object.id + 1), .text(held.name), .integer(held.target + 1))
      }
    }
  }

  private func fillSteps(_ database: Database, _ sites: [SourceLine: Int]) throws {
    let insert = try database.makeStatement(
      sql: "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for step in trace.steps {
      let value = step.kind == .output ? nil : step.value
      try insert.execute(
        .integer(number(step)), .text(step.kind.rawValue), .text(step.event?.rawValue), .text(value?.text),
        .bool(value?.isComplete), .integer(step.object.map { $0 + 1 }), .integer(step.other.map { $0 + 1 }),
        .integer(trace.threads[step.thread].ordinal), .text(step.queue), .integer(step.depth), .integer(step.time),
        .integer(step.endTime), .integer(step.site.flatMap { sites[$0] }),
        .integer(step.parent.map { number(trace.steps[$0]) }), .integer(step.cause.map { number(trace.steps[$0]) }),
        .bool(step.isDelivered), .text(step.thrown?.text), .integer(value?.identity))
    }
  }

  private func fillOutput(_ database: Database) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO output VALUES (?, ?)")
    for step in trace.steps where step.kind == .output {
      try insert.execute(.integer(number(step)), .text(step.value?.text ?? ""))
    }
  }

  /// The number of a step in the run; a run that was put together without numbers counts its steps.
  private func number(_ step: Step) -> Int { step.number == 0 ? step.index + 1 : step.number }
}
