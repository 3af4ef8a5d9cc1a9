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
    try database.makeStatement(sql: "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?)").execute(arguments: [
      Int64(bitPattern: trace.startWallClock), trace.processIdentifier, trace.isComplete,
      Int64(clamping: trace.droppedRecords), trace.dropReason, trace.damagedSlots + trace.unfinishedRecords,
    ])
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
    for site in trace.objects.compactMap({ origins[$0.id] }) + trace.steps.lazy.compactMap(\.site) {
      guard numbers[site] == nil else { continue }
      numbers[site] = numbers.count + 1
      try insert.execute(arguments: [numbers.count, site.file, site.line])
    }
    return numbers
  }

  private func fillThreads(_ database: Database) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO threads VALUES (?, ?)")
    for thread in trace.threads { try insert.execute(arguments: [thread.ordinal, thread.name]) }
  }

  private func fillObjects(_ database: Database, _ sites: [SourceLine: Int]) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)")
    for object in trace.objects {
      try insert.execute(arguments: [
        object.id + 1, object.name, object.typeName, object.fullTypeName,
        object.ordinal, object.role.rawValue, origins[object.id].flatMap { sites[$0] },
      ])
    }
    let link = try database.makeStatement(sql: "INSERT INTO links VALUES (?, ?, ?)")
    for object in trace.objects {
      for held in object.links {
        try link.execute(arguments: [object.id + 1, held.name, held.target + 1])
      }
    }
  }

  private func fillSteps(_ database: Database, _ sites: [SourceLine: Int]) throws {
    let insert = try database.makeStatement(
      sql: "INSERT INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for step in trace.steps {
      let value = step.kind == .output ? nil : step.value
      let threadNumber = trace.threads[step.thread].ordinal
      let arguments: [(any DatabaseValue)?] = [
        number(step), step.kind.rawValue, step.event?.rawValue, value?.text,
        value.map(\.isComplete), step.object.map { $0 + 1 }, step.other.map { $0 + 1 }, threadNumber,
        step.queue, step.depth, Int64(clamping: step.time),
        step.endTime.map { Int64(clamping: $0) }, step.site.flatMap { sites[$0] },
        step.parent.map { number(trace.steps[$0]) }, step.cause.map { number(trace.steps[$0]) }, step.isDelivered,
        step.thrown?.text, value?.identity,
      ]
      try insert.execute(arguments: arguments)
    }
  }

  private func fillOutput(_ database: Database) throws {
    let insert = try database.makeStatement(sql: "INSERT INTO output VALUES (?, ?)")
    for step in trace.steps where step.kind == .output {
      try insert.execute(arguments: [number(step), step.value?.text ?? ""])
    }
  }

  /// The number of a step in the run; a run that was put together without numbers counts its steps.
  private func number(_ step: Step) -> Int { step.number == 0 ? step.index + 1 : step.number }
}
