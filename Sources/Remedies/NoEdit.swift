/// The reason why a remedy cannot be made by an edit.
struct NoEdit: Error {
  /// A clause without a capital letter and a full stop: `line 12 has two calls of flatMap`.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
