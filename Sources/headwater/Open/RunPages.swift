import RxTrace
import TraceAnalysis
import TraceViews
import Walkthrough

#if PREVIEW_SERVER
  import Foundation
  import RxTrace
  import SiteServing

  /// The pages of `headwater open`: for each run what was found, its program and its pipelines, its marbles, threads and
  /// steps; for two runs also where they differ.
  struct RunPages: Sendable {
    private let runs: [AnalysedRun]
    private let sources: [SourceTexts]
    private let findings: [PageFindings]
    /// The program's views, which are made when a page needs one.
    private let programs: [LazyValue<ProgramHTML>]

    /// The views of a run; the first one has what was found.
    private enum View: String, CaseIterable {
      case run = "Run"
      case marbles = "Marbles"
      case threads = "Threads"
      case steps = "Steps"

      var file: String { self == .run ? "" : "\(self)" }
    }

    /// Pictures of longer runs show this many steps, because a browser takes long over more.
    private static let mostPictured = 4000

    /// - Parameter reports: what a check says about each run.
    init(_ runs: [AnalysedRun], _ reports: [CheckReport]) {
      self.runs = runs
      sources = runs.map(\.located.sourceTexts)
      programs = runs.map { run in LazyValue { ProgramHTML(run.located, stepPage: View.steps.file) } }
      findings = zip(reports, runs).map { PageFindings($0, of: $1.located) }
    }

    // MARK: Pages

    /// The pages by their paths.
    var all: [String: PageServer.Page] {
      var pages: [String: PageServer.Page] = [:]
      for place in runs.indices {
        let folder = folder(place)
        for view in View.allCases {
          let path = view == .run ? String(folder.dropLast()) : folder + view.file
          pages[path] = page(view, of: place)
        }
        for view in [View.marbles, .threads] {
          pages["\(folder)\(view.file).svg"] = PageServer.Page(type: "image/svg+xml") { picture(view, of: place) }
        }
      }
      if runs.count == 2 { pages[""] = PageServer.Page { Array(comparison.utf8) } }
      return pages
    }

    private func folder(_ place: Int) -> String { runs.count == 1 ? "" : ["left/", "right/"][place] }

    /// A further part of a program's view, from the second one on; nil for another path.
    func part(at path: String) -> PageServer.Page? {
      for place in runs.indices where path.hasPrefix(folder(place) + Self.partPrefix) {
        let number = Int(path.dropFirst((folder(place) + Self.partPrefix).count))
        guard let number, number > 1, path == folder(place) + Self.partPage(number),
          number <= programs[place].value.parts.count
        else { return nil }
        return PageServer.Page {
          let lines = RunPage.part(number, of: programs[place].value, partPage: Self.partPage)
          return viewPage(place, "<main>\n\(lines)</main>\n", neighbours(of: nil))
        }
      }
      return nil
    }

    private static let partPrefix = "program-"
    private static func partPage(_ number: Int) -> String { "\(partPrefix)\(number)" }

    private func page(_ view: View, of place: Int) -> PageServer.Page {
      PageServer.Page {
        let neighbours = neighbours(of: view)
        let run = runs[place].located
        switch view {
        case .steps: return steps(place, neighbours)
        case .run:
          let page = RunPage(
            run, findings: findings[place], program: programs[place].value, pipelines: PageStage.all(in: run))
          let body = page.body(stepPage: View.steps.file, partPage: Self.partPage)
          return viewPage(place, body, neighbours, .overview)
        case .marbles:
          let body = MarblePage(run).body(picture: "\(view.file).svg", remark: remark(view, place))
          return viewPage(place, body, neighbours, .marbles)
        case .threads:
          let what = "The threads of the run, side by side"
          return viewPage(
            place, ViewPage.picture("\(view.file).svg", what, remark: remark(view, place)), neighbours)
        }
      }
    }

    private func neighbours(of view: View?) -> PageNeighbours {
      var links = View.allCases.map { PageNeighbours.Link(title: $0.rawValue, address: $0 == .run ? "./" : $0.file) }
      if runs.count == 2 { links.insert(PageNeighbours.Link(title: "Both runs", address: "../"), at: 0) }
      return PageNeighbours(links: links, current: view?.rawValue ?? "", editor: "_editor")
    }

    private func steps(_ place: Int, _ neighbours: PageNeighbours) -> [UInt8] {
      var bytes: [UInt8] = []
      let run = runs[place]
      HTMLPage(
        run.trace, title: title(place), origins: run.origins, sources: sources[place], neighbours: neighbours
      ).write { bytes += Array($0.utf8) }
      return bytes
    }

    private func viewPage(
      _ place: Int, _ body: String, _ neighbours: PageNeighbours, _ script: ViewPage.Script = .editor
    ) -> [UInt8] {
      Array(ViewPage(title: title(place), body: body, neighbours: neighbours, script: script).html.utf8)
    }

    private var comparison: String {
      let links = [
        (title: "Both runs", address: "./"), (title: "Left run", address: "left/"),
        (title: "Right run", address: "right/"),
      ]
      return ProgramDiffReport(ComparedRun(runs[0]), ComparedRun(runs[1])).html(links: links)
    }

    private func title(_ place: Int) -> String { URL(fileURLWithPath: runs[place].name).lastPathComponent }

    // MARK: Pictures

    /// How much of a long run a picture shows, and how to see the rest; nil for a picture of all of it.
    private func remark(_ view: View, _ place: Int) -> String? {
      let (count, most) = (runs[place].trace.steps.count, Self.mostPictured)
      guard count > most else { return nil }
      let form = view == .threads ? "--format svg --by threads" : "--format svg"
      return "The first \(most) of \(count) steps. The next ones: "
        + "headwater show RUN \(form) --steps \(most + 1)...\(2 * most) -o part.svg"
    }

    private func picture(_ view: View, of place: Int) -> [UInt8] {
      var filter = TraceFilter()
      filter.steps = [NumberRange(1, Self.mostPictured)]
      let isLong = runs[place].trace.steps.count > Self.mostPictured
      let run = isLong ? filter.apply(to: runs[place].located) : runs[place].located
      var bytes: [UInt8] = []
      let write = { (text: String) in bytes += Array(text.utf8) }
      switch view {
      case .threads: LaneDiagram(run.trace, title: title(place)).write(write)
      default: MarblePicture(run.trace, origins: run.origins, axis: .steps, title: title(place)).write(write)
      }
      return bytes
    }

    // MARK: The editor

    /// Opens a source line that a page names. Only files that belong to a run are opened.
    func open(_ action: PageServer.Action, in editor: SourceEditor?) throws {
      let name = action.name.split(separator: "/").last.map(String.init)
      guard name == "_editor", let file = action.values["file"], let line = action.values["line"].flatMap(Int.init),
        line > 0
      else { throw SystemError.failed("nothing is known to do for \(action.name)") }
      guard let editor else { throw SourceEditor.noEditor }
      let place = runs.count == 2 && action.name.hasPrefix("right/") ? 1 : 0
      guard let path = sources[place].path(of: file) else {
        throw SystemError.failed("\(file) is not a source file of the run that may be opened here")
      }
      try editor.open(path, line: line)
    }
  }
#endif
