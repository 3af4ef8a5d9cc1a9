/// Something that keeps the generator from starting: a missing folder, a damaged template.
public struct SiteSetupError: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}
