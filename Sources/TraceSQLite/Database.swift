import CSQLite

/// An SQLite database that one thread writes.
///
/// SQLite's own interface is used directly, because a run is written by seven prepared statements: a library that maps
/// rows to types would take longer to build than the rest of the command.
final class Database {
  fileprivate let connection: OpaquePointer

  /// Opens a file, which is made if it is not there.
  /// - Throws: ``DatabaseError``
  init(path: String) throws {
    var opened: OpaquePointer?
    // One thread uses the connection, so SQLite need not lock.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let status = sqlite3_open_v2(path, &opened, flags, nil)
    guard status == SQLITE_OK, let connection = opened else {
      // SQLite returns a connection even if it could not open the file, because the connection has the reason.
      defer { sqlite3_close(opened) }
      throw DatabaseError(status, opened)
    }
    self.connection = connection
  }

  deinit { sqlite3_close_v2(connection) }

  /// - Throws: ``DatabaseError``
  func execute(sql: String) throws { try check(sqlite3_exec(connection, sql, nil, nil, nil)) }

  /// - Parameter body: is given each row of a query.
  /// - Throws: ``DatabaseError``
  func forEachRow(sql: String, _ body: (Row) -> Void) throws {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &prepared, nil))
    defer { sqlite3_finalize(prepared) }
    guard let prepared else { return }
    while true {
      let status = sqlite3_step(prepared)
      guard status == SQLITE_ROW else { return try check(status) }
      body(Row(prepared: prepared))
    }
  }

  /// The first value of a query's first row; 0 without a row, and for NULL.
  /// - Throws: ``DatabaseError``
  func integer(sql: String) throws -> Int {
    var value: Int?
    try forEachRow(sql: sql) { value = value ?? $0.integer(0) }
    return value ?? 0
  }

  /// - Throws: ``DatabaseError``
  func makeStatement(sql: String) throws -> Statement {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &prepared, nil))
    guard let prepared else { preconditionFailure("an empty statement: \(sql)") }
    return Statement(prepared, of: self)
  }

  fileprivate func check(_ status: Int32) throws {
    guard status == SQLITE_OK || status == SQLITE_DONE else { throw DatabaseError(status, connection) }
  }
}

/// A row of a query, whose columns are counted from 0.
struct Row {
  fileprivate let prepared: OpaquePointer

  /// The integer in a column; 0 for NULL.
  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(prepared, column)) }

  /// The text in a column, which is whole even if it contains a NUL.
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(prepared, column) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(prepared, column)))
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A prepared statement that returns no rows.
final class Statement {
  private let prepared: OpaquePointer
  private let database: Database

  fileprivate init(_ prepared: OpaquePointer, of database: Database) {
    self.prepared = prepared
    self.database = database
  }

  deinit { sqlite3_finalize(prepared) }

  /// Runs the statement with a value for each of its places.
  /// - Throws: ``DatabaseError``
  func execute(_ values: ColumnValue...) throws {
    precondition(values.count == sqlite3_bind_parameter_count(prepared), "one value for each place")
    for (value, position) in zip(values, Int32(1)...) { try database.check(value.bind(to: prepared, at: position)) }
    defer { sqlite3_reset(prepared) }
    try database.check(sqlite3_step(prepared))
  }
}

/// A value of a row.
enum ColumnValue {
  case null
  case integer(Int64)
  case text(String)

  static func integer(_ number: (some BinaryInteger)?) -> Self { number.map { .integer(Int64(clamping: $0)) } ?? .null }
  static func bool(_ value: Bool?) -> Self { integer(value.map { $0 ? 1 : 0 }) }
  static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }

  /// - Returns: SQLite's result code.
  fileprivate func bind(to statement: OpaquePointer, at position: Int32) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, position)
    case .integer(let number): sqlite3_bind_int64(statement, position, number)
    case .text(let text): Self.bind(text, to: statement, at: position)
    }
  }

  /// Gives SQLite the length, so that text with a NUL in it is kept whole.
  private static func bind(_ text: String, to statement: OpaquePointer, at position: Int32) -> Int32 {
    // SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the text before this returns.
    let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // The address of an empty text may be nil, which SQLite takes for NULL.
        guard let start = characters.baseAddress else { return sqlite3_bind_text(statement, position, "", 0, copies) }
        return sqlite3_bind_text64(
          statement, position, start, UInt64(characters.count), copies, UInt8(SQLITE_UTF8))
      }
    }
  }
}

/// The reason why SQLite could not do what it was asked for.
struct DatabaseError: Error {
  /// The problem in SQLite's words.
  let message: String

  init(_ message: String) { self.message = message }

  init(_ status: Int32, _ connection: OpaquePointer?) {
    message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(status))
  }
}
