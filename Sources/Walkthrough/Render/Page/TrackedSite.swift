import Foundation
import PipelineRunning
import RxTrace

/// A page's view of the site. Everything that the page reads is recorded, because the page depends on it.
final class TrackedSite {
  let shared: SiteContext
  private let record: PageRecord
  /// Pipelines whose failure this page has reported.
  fileprivate(set) var failed: Set<PipelineCommand> = []

  init(_ shared: SiteContext, record: PageRecord) {
    self.shared = shared
    self.record = record
  }

  var content: ContentFolder { shared.content }

  var index: SourceIndex {
    note(.sources)
    return shared.sources.index
  }

  /// The settings are not recorded, because a change of them makes all pages again.
  var uncheckedCode: UncheckedCode { UncheckedCode(allowed: shared.unchecked) }

  var pipelines: Pipelines { Pipelines(site: self) }

  func target(_ path: String) -> PageTable.Target {
    note(.target(path))
    return shared.names.target(path, in: content)
  }

  /// Every page in the language, in alphabetical order.
  func pageNames(in language: String) -> [PageName] {
    note(.pages)
    return shared.names.languages.keys.sorted().map { PageName(base: $0, language: language) }
  }

  /// The pages directly in a folder, of one group or of all groups.
  func pages(in folder: String, group: String?, language: String) -> [PageFrame.PageLink] {
    let list = PageList(folder: folder, group: group, language: language)
    note(.list(list))
    return shared.pages(in: list)
  }

  /// The numbered parts of the site's sections, which readers go through in order.
  func path(in language: String) -> [Sections.Part] {
    note(.path(language: language))
    return shared.path(in: language)
  }

  /// The groups of a folder's pages, sorted.
  func groups(in folder: String) -> [String] {
    Set(shared.pages.lazy.filter { $0.name.folder == folder }.map(\.frontMatter.group)).subtracting([""]).sorted()
  }

  /// The file of a page, which is in another language if there is no translation.
  func path(of name: PageName) -> String { shared.names.path(of: name) }

  /// The site's terms; a page depends on them even if there are none.
  var glossary: Glossary {
    note(.contents(Glossary.fileName))
    return shared.glossary
  }

  /// The doc comments that have been translated.
  func comments(in language: String) -> TranslatedComments {
    note(.contents(TranslatedComments.fileName(language)))
    return shared.comments(in: language)
  }

  /// The contents of a file in the content folder; nil if it cannot be read as UTF-8.
  func text(of path: String) -> String? {
    note(.contents(path))
    return try? content.text(of: path)
  }

  fileprivate func note(_ dependency: Dependency) {
    record.note(ReadDependency(dependency: dependency, key: shared.key(of: dependency)))
  }

  /// The recorded runs, by the paths in a page.
  struct Pipelines {
    fileprivate let site: TrackedSite

    /// The run of the pipeline at a path relative to the page.
    /// - Parameter crashes: Whether a signal ends the program. A page that shows a crash must say so, because any other
    ///   crash is a mistake.
    /// - Returns: Nil if the page has already reported the pipeline's failure.
    func run(
      of path: String, arguments: [String] = [], crashes: Bool = false, from page: String, at place: Place
    ) throws(Problem) -> Evidence? {
      let content = site.content
      guard let relative = RelativePath.resolve(path, from: page), content.contains(relative) else {
        throw Problem(place, "the pipeline `\(path)` is outside of the content folder")
      }
      guard site.target(relative) == .file else {
        let reason = content.whyNotAFile(relative).map { "the pipeline `\(path)` \($0)" }
        let nearest = content.nearestFile(to: path, from: page, ending: ".swift")
        throw Problem(place, reason ?? "no such pipeline `\(path)`" + nearest)
      }
      return try run(of: PipelineCommand(path: relative, arguments: arguments), crashes, at: place)
    }

    /// The run of one of the site's programs of several files.
    /// - Parameter isFixed: Whether the program is run with the edits of `headwater check --fix --apply`.
    func run(
      ofProgram name: String, arguments: [String], crashes: Bool, isFixed: Bool, at place: Place
    ) throws(Problem) -> Evidence? {
      let programs = site.shared.programs
      guard let folder = programs[name] else {
        let reason = programs.isEmpty ? "" : Nearest.suggestion(for: name, among: programs.keys.sorted())
        throw Problem(
          place, "no such program `\(name)`: `\(SiteSettings.fileName)` lists their folders as `programs`" + reason)
      }
      let form = isFixed ? PipelineCommand.Form.fixedProgram : .program
      return try run(of: PipelineCommand(path: folder, arguments: arguments, form: form), crashes, at: place)
    }

    /// The run of a pipeline with another text.
    /// - Parameter pointing: Returns the place on the page that a message of the compiler is about.
    func run(
      of path: String, changedTo text: String, arguments: [String], from page: String, at place: Place,
      pointing: (CompilerMessage) -> Place
    ) throws(Problem) -> Evidence? {
      guard let relative = RelativePath.resolve(path, from: page) else { return nil }
      let command = PipelineCommand(path: relative, changedTo: text, arguments: arguments)
      site.note(.pipeline(command))
      site.note(.sources)
      do throws(PipelineLibrary.Failure) {
        let run = try site.shared.pipelines.run(of: command)
        if let crash = run.crash {
          throw PipelineLibrary.Failure(reason: crash.reason + run.crashReason + "; a variant cannot show that")
        }
        return run
      } catch {
        guard site.failed.insert(command).inserted else { return nil }
        guard let message = error.messages.first(where: { $0.level == "error" }) else {
          throw Problem(place, "with this change, the pipeline `\(command.name)` \(error.reason)")
        }
        throw Problem(
          pointing(message), "with this change, `\(command.name)` does not compile: \(message.text)")
      }
    }

    private func run(of command: PipelineCommand, _ crashes: Bool, at place: Place) throws(Problem) -> Evidence? {
      site.note(.pipeline(command))
      // A page depends on the sources, because excerpts and the names of methods come from them.
      site.note(.sources)
      do throws(PipelineLibrary.Failure) {
        let run = try site.shared.pipelines.run(of: command)
        if let crash = run.crash, !crashes {
          throw PipelineLibrary.Failure(reason: crash.reason + run.crashReason + "; `crashes=yes` shows that")
        }
        guard run.crash != nil || !crashes else {
          throw PipelineLibrary.Failure(reason: "ended by itself; leave out `crashes`")
        }
        return run
      } catch {
        guard site.failed.insert(command).inserted else { return nil }
        throw Problem(place, "the pipeline `\(command.name)` \(error.reason)")
      }
    }

    /// Whether the engine makes the checks of debug builds.
    var hasDebugEngine: Bool { site.shared.pipelines.hasDebugEngine }

    /// Answers the commands that pages quote; nil if the site cannot answer commands. The runs for a command come from
    /// ``run(of:arguments:from:at:)``.
    var answer: PipelineRecorder.Answer? { site.shared.pipelines.answer }

    /// The outcomes of a pipeline for every arrangement of its marbles. The page depends on the pipeline, which
    /// determines them.
    func outcomes(of marbles: MarbleFile, at place: Place) throws(Problem) -> ArrangementRunner.Outcomes? {
      site.note(.pipeline(PipelineCommand(path: marbles.pipeline)))
      do {
        return try site.shared.pipelines.outcomes(of: marbles)
      } catch {
        throw Problem(place, "the pipeline `\(marbles.pipeline)` \(error.reason)")
      }
    }

    /// Whether the site runs pipelines for arrangements.
    var runsArrangements: Bool { site.shared.pipelines.runsArrangements }
  }
}
