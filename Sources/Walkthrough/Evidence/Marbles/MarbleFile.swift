import PipelineRunning

/// A file with the outcomes of a pipeline for every arrangement of its marbles, which a picture loads when a reader first
/// moves something. It is a script, because a page on a disk may load no other file.
struct MarbleFile: Codable, Comparable, Hashable, Sendable {
  /// The pipeline's path, relative to the content folder.
  var pipeline: String
  /// The lines that name values which readers can change: see ``MarbleHandle``.
  var handles: [String] = []

  /// `atlas/throttle.marbles.js`, or `atlas/throttle.4d05….marbles.js` if there are handles: two pages may name different
  /// values of one pipeline, be it only until the author has edited both.
  var path: String {
    let handles = handles.isEmpty ? "" : "." + ContentName.short(handles.joined(separator: "\n"))
    return pipeline.dropLast(".swift".count) + handles + ".marbles.js"
  }

  static func < (one: MarbleFile, other: MarbleFile) -> Bool {
    (one.pipeline, one.handles.joined()) < (other.pipeline, other.handles.joined())
  }
}
