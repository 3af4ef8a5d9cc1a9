/// A file with the outcomes of a pipeline for every arrangement of its marbles, which a picture loads when a reader first
/// moves something. It is a script, because a page on a disk may load no other file.
struct MarbleFile: Codable, Comparable, Hashable, Sendable {
  /// The pipeline's path, relative to the content folder.
  var pipeline: String
  /// The lines that name values which readers can change: see ``MarbleHandle``.
  var handles: [String] = []

  /// `atlas/throttle.marbles.js`
  var path: String { pipeline.dropLast(".swift".count) + ".marbles.js" }

  static func < (one: MarbleFile, other: MarbleFile) -> Bool {
    (one.pipeline, one.handles.joined()) < (other.pipeline, other.handles.joined())
  }
}
