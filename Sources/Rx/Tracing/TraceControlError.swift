/// A folder in which no socket can be made for ``TraceRecorder/allowControl(in:)``.
public struct TraceControlError: Error, CustomStringConvertible {
  public let folder: String
  private let reason: String

  init(folder: String, reason: String) { (self.folder, self.reason) = (folder, reason) }

  public var description: String { "\(folder): this program cannot be told from there to record: \(reason)" }
}
