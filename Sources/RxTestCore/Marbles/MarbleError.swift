/// A mistake in a marble diagram, and its place.
///
///     do { _ = try MarbleDiagram("-a-)") } catch { print(error) }
///     // Prints: column 4 of "-a-)": `)` without a `(` before it
public struct MarbleError: Swift.Error, Hashable, CustomStringConvertible {
  /// The whole diagram.
  public let diagram: String

  /// The column of the mistake, counted from 1; nil if it is not in one place.
  public let column: Int?

  /// The mistake.
  public let reason: String

  public var description: String {
    let place = column.map { "column \($0) of " } ?? ""
    return "\(place)\"\(diagram)\": \(reason)"
  }
}

/// The default error for `#` in a marble diagram.
public struct MarbleFailure: Swift.Error, Hashable {
  public init() {}
}
