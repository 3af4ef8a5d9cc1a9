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

  func addPage(in folder: URL?) { say(made: made.wrappingAdd(1, ordering: .relaxed).newValue, in: folder) }

  /// Says that the folder has pages that are shown before they are done.
  func showPages(in folder: URL) { say(made: made.load(ordering: .relaxed), in: folder) }

  private func say(made: Int, in folder: URL?) {
    report?(BuildProgress(made: made, total: total, folder: folder))
  }
}
