import CSQLite

/// A database that a test reads, through SQLite's own interface.
final class WrittenDatabase {
  private let connection: OpaquePointer

  struct Failure: Error { let message: String }

  init(path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY, nil) == SQLITE_OK, let opened else {
      defer { sqlite3_close(opened) }
      throw Failure(message: "\(path) cannot be opened")
    }
    connection = opened
  }

  deinit { sqlite3_close(connection) }

  /// The values of a query's rows as text; NULL is nil.
  func rows(_ sql: String) throws -> [[String?]] {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    defer { sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while true {
      let status = sqlite3_step(statement)
      guard status == SQLITE_ROW else {
        try check(status)
        return rows
      }
      rows.append((0..<sqlite3_column_count(statement)).map { text(statement, $0) })
    }
  }

  /// The first column of a query's rows, without NULL.
  func column(_ sql: String) throws -> [String] { try rows(sql).compactMap { $0[0] } }

  /// The first value of a query's first row.
  func value(_ sql: String) throws -> String? { try column(sql).first }

  /// Text with a NUL in it is whole.
  private func text(_ statement: OpaquePointer?, _ column: Int32) -> String? {
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  private func check(_ status: Int32) throws {
    guard status == SQLITE_OK || status == SQLITE_DONE else {
      throw Failure(message: String(cString: sqlite3_errmsg(connection)))
    }
  }
}
