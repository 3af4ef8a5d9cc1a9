/// The release that a page belongs to.
struct PageRelease: Sendable {
  var name: String
  /// The release in which the page at a path appeared; nil for one that the oldest release has.
  var since: @Sendable (_ htmlPath: String) -> String?
}
