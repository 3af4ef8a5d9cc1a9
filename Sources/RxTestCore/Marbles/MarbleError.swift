/// A mistake in a marble diagram: what it is and where.
///
///     do { _ = try MarbleDiagram("-a-)") } catch { print(error) }
///     // Prints: column 4 of "-a-)": `)` without a `(` before it
public struct MarbleError: Swift.Error, Hashable, CustomStringConvertible {
  /// The whole diagram.
  public let diagram: String

  /// Which of its characters is wrong, counted from 1; nil where none is, but one is missing.
  public let column: Int?

  /// What is wrong about it.
  public let reason: String

  public var description: String {
    let place = column.map { "column \($0) of " } ?? ""
    return "\(place)\"\(diagram)\": \(reason)"
  }
}

/// The error that `#` stands for in a marble diagram unless another is given.
public struct MarbleFailure: Swift.Error, Hashable {
  public init() {}
}
