import RxTrace
import TraceAnalysis
import TraceViews
import Walkthrough

#if PREVIEW_SERVER
  import Foundation
  import RxTrace
  import SiteServing

  /// The pages of `headwater open`: for each run its steps, marbles, threads and pipelines; for two runs also where they
  /// differ.
  struct RunPages: Sendable {
    private let runs: [AnalysedRun]
    private let sources: [SourceTexts]

    /// The views of a run; the first one is the page of its steps.
    private enum View: String, CaseIterable {
      case steps = "Findings"
      case marbles = "Marbles"
      case threads = "Threads"
      case pipelines = "Pipelines"

      var file: String { self == .steps ? "" : "\(self)" }
    }

    /// Pictures of longer runs show this many steps, because a browser takes long over more.
    private static let mostPictured = 4000

    init(_ runs: [AnalysedRun]) {
      self.runs = runs
      sources = runs.map(\.located.sourceTexts)
    }

    // MARK: Pages

    /// The pages by their paths.
    var all: [String: PageServer.Page] {
      var pages: [String: PageServer.Page] = [:]
      for place in runs.indices {
        let folder = runs.count == 1 ? "" : ["left/", "right/"][place]
        for view in View.allCases {
          let path = view == .steps ? String(folder.dropLast()) : folder + view.file
          pages[path] = page(view, of: place)
        }
        for view in [View.marbles, .threads] {
          pages["\(folder)\(view.file).svg"] = PageServer.Page(type: "image/svg+xml") { picture(view, of: place) }
        }
      }
      if runs.count == 2 { pages[""] = PageServer.Page { Array(comparison.utf8) } }
      return pages
    }

    private func page(_ view: View, of place: Int) -> PageServer.Page {
      PageServer.Page {
        let neighbours = neighbours(of: view)
        switch view {
        case .steps: return steps(place, neighbours)
        case .pipelines: return viewPage(place, PipelineOverview(runs[place].located).html, neighbours)
        case .marbles, .threads:
          let what = view == .marbles ? "Marble diagrams of the run" : "The threads of the run, side by side"
          return viewPage(
            place, ViewPage.picture("\(view.file).svg", what, remark: remark(place)), neighbours)
        }
      }
    }

    private func neighbours(of view: View) -> PageNeighbours {
      var links = View.allCases.map { PageNeighbours.Link(title: $0.rawValue, address: $0 == .steps ? "./" : $0.file) }
      if runs.count == 2 { links.insert(PageNeighbours.Link(title: "Both runs", address: "../"), at: 0) }
      return PageNeighbours(links: links, current: view.rawValue, editor: "_editor")
    }

    private func steps(_ place: Int, _ neighbours: PageNeighbours) -> [UInt8] {
      var bytes: [UInt8] = []
      let run = runs[place]
      HTMLPage(
        run.trace, title: title(place), origins: run.origins, sources: sources[place],
        findings: PageFinding.all(in: run.located), neighbours: neighbours
      ).write { bytes += Array($0.utf8) }
      return bytes
    }

    private func viewPage(_ place: Int, _ body: String, _ neighbours: PageNeighbours) -> [UInt8] {
      Array(ViewPage(title: title(place), body: body, neighbours: neighbours).html.utf8)
    }

    private var comparison: String {
      let links = [
        (title: "Both runs", address: "./"), (title: "Left run", address: "left/"),
        (title: "Right run", address: "right/"),
      ]
      return DiffReport(runs[0], runs[1]).html(links: links)
    }

    private func title(_ place: Int) -> String { URL(fileURLWithPath: runs[place].name).lastPathComponent }

    // MARK: Pictures

    private func remark(_ place: Int) -> String? {
      let count = runs[place].trace.steps.count
      return count > Self.mostPictured ? "The first \(Self.mostPictured) of \(count) steps." : nil
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
