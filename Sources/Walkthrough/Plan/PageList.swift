/// Some pages of a folder, as lists show them.
struct PageList: Codable, Hashable, Sendable {
  var folder: String
  /// Nil for the pages of all groups.
  var group: String?
  var language: String
}
