/// Some pages of a folder, as lists show them.
struct PageList: Codable, Hashable, Sendable {
  var folder: String
  /// The group of the pages; nil for the pages of all groups.
  var group: String?
  var language: String
}
