import Foundation
import PipelineRunning
import RxTrace

/// The content of a documented package's site, as it was written.
public struct PackageContent: Sendable {
  /// A page that begins with the Markdown of an author.
  struct Woven: Sendable {
    /// The path relative to the content folder.
    var path: String
    /// The path of the author's file, relative to the package's folder.
    var original: String
    /// Lines of the page before the author's first one.
    var addedLines: Int
  }

  public let folder: URL
  /// The folders of the product's modules.
  public let sources: [URL]
  let pages: PackagePages
  let woven: [Woven]
  let read: @Sendable (String) throws -> PipelineRun

  /// Whether authors claim something about the runs.
  public var hasClaims: Bool { !woven.isEmpty }
  public var pagesOfTests: Int { pages.paths.count }
  public var pagesOfStages: Int { pages.stages.count }
  /// The tests that failed, crashed or did not end.
  public var failed: [String] { pages.tests.filter { !$0.isFine }.map(\.name.title) }

  /// Reads the recordings as the runs of the files of tests; the arguments name a test of the file.
  public var recorder: PipelineRecorder {
    PipelineRecorder(
      key: { try ContentHash.text(ofFile: recording(of: $0, $1).recording!) ?? "" },
      record: { try run(of: $0, $1) }, areStandalone: false, areTests: true)
  }

  private func run(of file: URL, _ arguments: [String]) throws -> PipelineRun {
    let test = try recording(of: file, arguments)
    var run = try read(test.recording!)
    run.ending = test.isCutOff ? .signalled(SIGKILL) : .exited(0)
    return run
  }

  private func recording(of file: URL, _ arguments: [String]) throws -> DocumentedTest {
    let words = arguments.joined(separator: " ")
    let stem = file.deletingPathExtension().standardizedFileURL.path
    let page = pages.files.first { folder.appendingPathComponent($0.stem).standardizedFileURL.path == stem }
    let tests = (page?.tests ?? []).map { pages.tests[$0] }
    if let test = tests.first(where: { $0.name.isMeant(by: words) }) { return test }
    let names = tests.map(\.name.title)
    let reason =
      words.isEmpty
      ? "has several tests; name one, as in arguments=\(names.first ?? "test")"
      : "has no test `\(words)` with a pipeline" + Nearest.suggestion(for: words, among: names)
    throw PipelineError.notSource(file: file.lastPathComponent, reason: reason)
  }

  /// A problem at the place where an author wrote it.
  /// - Parameter package: the package's folder, as the user gave it.
  public func told(_ diagnostic: Diagnostic, of package: String) -> Diagnostic {
    var told = diagnostic
    let content = folder.relativePath + "/"
    if told.file.hasPrefix(content) { told.file = String(told.file.dropFirst(content.count)) }
    guard let page = woven.first(where: { told.file == $0.path }), told.line > page.addedLines else { return told }
    told.file = package == "." ? page.original : "\(package)/\(page.original)"
    told.line -= page.addedLines
    return told
  }
}
