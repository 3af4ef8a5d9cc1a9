import Foundation
import Synchronization

/// How far a build is.
public struct BuildProgress: Sendable {
  /// The number of pages that are made.
  public var made: Int
  public var total: Int
  /// The folder of the files so far, which goes or becomes the site when the build ends; nil for a build that writes nothing.
  public var folder: URL?
}

/// Counts the pages that a build has made, and reports the progress.
final class MadePages: Sendable {
  private let total: Int
  private let report: (@Sendable (BuildProgress) -> Void)?
  private let made = Atomic(0)

  init(total: Int, report: (@Sendable (BuildProgress) -> Void)?) {
    self.total = total
    self.report = report
  }

  func addPage(in folder: URL?) {
    guard let report else { return }
    report(BuildProgress(made: made.wrappingAdd(1, ordering: .relaxed).newValue, total: total, folder: folder))
  }
}
