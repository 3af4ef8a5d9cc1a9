/// The release that a page belongs to.
struct PageRelease: Sendable {
  var name: String
  /// The release in which the page at a path appeared; nil for a page of the oldest release.
  var since: @Sendable (_ htmlPath: String) -> String?
}
