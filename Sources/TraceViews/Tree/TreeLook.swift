/// The look of a tree.
public struct TreeLook: Sendable {
  /// Whether the text has colours, as escape sequences of terminals.
  public var isColored = false
  /// Whether calls that repeat are written once, with a count.
  public var foldsRepeats = true
  /// Whether each call of a chain of disposals is written.
  public var showsPlumbing = false
  /// The columns of a line, to which calls and values are cut; nil for lines of any length, for a file or a pipe.
  public var width: Int?

  public init(showsPlumbing: Bool = false) { self.showsPlumbing = showsPlumbing }
}
