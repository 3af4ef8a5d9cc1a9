import Foundation
import PipelineRunning
import RxTrace

/// A program of the site that a reader has changed, or wants to see run with other arguments. Only a server runs it.
public struct ProgramTrial: Equatable, Sendable {
  /// The pipeline's file, relative to the content folder.
  public var path: String
  public var text: String
  public var arguments: [String]
  /// The page that asks, in the site: `core-flow/index.zh-Hans.html`. Links are seen from there.
  public var page: String
  /// The claims of the task that the program answers; nil if it answers none.
  public var claims: [TaskClaim]?

  public init(
    path: String, text: String, arguments: [String] = [], page: String = "index.html", claims: [TaskClaim]? = nil
  ) {
    (self.path, self.text, self.arguments, self.page) = (path, text, arguments, page)
    self.claims = claims
  }
}

/// The parts of a page that show the run of a changed program, beside those of the recorded run.
public struct TrialView: Equatable, Encodable, Sendable {
  /// A line of output, and whether only one of the two runs printed it.
  public struct Line: Equatable, Encodable, Sendable {
    /// Lines of a run that there is no other run for, or too many of them, are not compared.
    public enum Change: String, Encodable, Sendable { case same, added, removed, uncompared }

    public var text: String
    public var change: Change
  }

  /// A picture or a list, as HTML that the site's own scripts and styles can show.
  public struct Part: Equatable, Encodable, Sendable {
    public var name: Name
    public var html: String
    /// The number of things in it that deserve attention; nil if that is not a question.
    public var count: Int?

    public enum Name: String, Encodable, Sendable { case marbles, program, stepper, steps, differences, findings }
  }

  public var output: [Line]
  public var parts: [Part]
  /// How the program ended; empty if it ended by itself with status 0.
  public var ending: String
  /// For each claim of the task that the program answers, whether the run shows it.
  public var claims: [TaskAnswer]?
}

extension SiteBuilder {
  /// The text of a program of the site.
  /// - Parameter path: relative to the content folder.
  /// - Returns: nil for a path that does not lead to a Swift file of the content folder.
  public func program(at path: String) -> String? {
    let content = ContentFolder(folders.content)
    guard path.hasSuffix(".swift"), RelativePath.isInside(path), content.isFile(path), content.contains(path),
      let bytes = [UInt8](contentsOfFile: content.path + "/" + path)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Shows a run of a changed program as the site's pages show runs, with what sets it apart from the recorded run.
  /// - Parameters:
  ///   - number: the number of the trial, so that no two have elements of the same names on one page.
  ///   - wanted: the parts to make; nil for all of them.
  /// - Throws: ``SiteSetupError``
  public func view(
    of run: PipelineRun, _ trial: ProgramTrial, number: Int, wanted: Set<String>? = nil
  ) throws -> TrialView {
    try folders.check()
    let build = try SiteBuild(builder: self, mode: .preview)
    defer { memory.keepSources(of: build.context) }
    return TrialRenderer(build.context, plan: build.plan, run, trial, number: number, wanted: wanted).view()
  }
}
