import Foundation
import RxTrace
import SiteServing
import TraceAnalysis
import TraceViews
import Walkthrough

/// The pages of `headwater open`: for each run what was found, its program and its pipelines, its marbles, threads and
/// steps; for two runs also where they differ.
struct RunPages: Sendable {
  private let runs: [AnalysedRun]
  private let sources: [SourceTexts]
  private let findings: [PageFindings]
  /// The program's views, which are made when a page needs one.
  private let programs: [LazyValue<ProgramHTML>]

  /// The views of a run. The first one shows the findings.
  private enum View: String, CaseIterable {
    case run = "Run"
    case marbles = "Marbles"
    case threads = "Threads"
    case steps = "Steps"

    var file: String { self == .run ? "" : "\(self)" }
  }

  /// The most steps in a picture, because a browser takes long to draw more.
  private static let mostPictured = 4000
  /// The pages of runs with more steps fetch their parts when these come into view.
  private static let mostAtOnce = 50_000

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
      pages["\(folder)\(View.marbles.file).svg"] = PageServer.Page(type: "image/svg+xml") { marbles(of: place) }
      pages[folder + Self.pipelinePage] = PageServer.Page {
        part(PipelineList(PageStage.all(in: runs[place].located)).text, of: place)
      }
    }
    if runs.count == 2 { pages[""] = PageServer.Page { Array(comparison.utf8) } }
    return pages
  }

  private func folder(_ place: Int) -> String { runs.count == 1 ? "" : ["left/", "right/"][place] }

  /// A part of a program's view or of the threads; nil for another path.
  func part(at path: String) -> PageServer.Page? {
    for place in runs.indices where path.hasPrefix(folder(place)) {
      let name = path.dropFirst(folder(place).count)
      if let number = Self.number(in: name, Self.partPage), number <= max(programs[place].value.parts.count, 1) {
        return PageServer.Page {
          part(RunPage.part(number, of: programs[place].value, partPage: Self.partPage), of: place)
        }
      }
      let pictures = Self.pictureCount(runs[place].trace.steps.count)
      if let number = Self.number(in: name, Self.threadPage), number <= pictures {
        return PageServer.Page { threads(number, place) }
      }
      if let number = Self.number(in: name, Self.threadPicture), number <= pictures {
        return PageServer.Page(type: "image/svg+xml") { threadPicture(number, of: place) }
      }
    }
    return nil
  }

  /// A page that contains only a part of another page.
  private func part(_ html: String, of place: Int) -> [UInt8] {
    viewPage(place, "<main>\n\(html)</main>\n", neighbours(of: nil))
  }

  private static let pipelinePage = "pipelines"
  private static func partPage(_ number: Int) -> String { "program-\(number)" }
  private static func threadPage(_ number: Int) -> String { number == 1 ? View.threads.file : "threads-\(number)" }
  private static func threadPicture(_ number: Int) -> String { "threads-\(number).svg" }

  /// The number, from 1, for which `address` makes this path; nil if there is none.
  private static func number(in path: Substring, _ address: (Int) -> String) -> Int? {
    Int(path.filter(\.isNumber)).flatMap { $0 > 0 && address($0) == path ? $0 : nil }
  }

  private func page(_ view: View, of place: Int) -> PageServer.Page {
    PageServer.Page {
      let neighbours = neighbours(of: view)
      let run = runs[place].located
      switch view {
      case .steps: return steps(place, neighbours)
      case .run:
        let isLong = run.trace.steps.count > Self.mostAtOnce
        let page = RunPage(
          run, findings: findings[place], program: isLong ? nil : programs[place].value,
          pipelines: isLong ? nil : PageStage.all(in: run))
        let body = page.body(
          stepPage: View.steps.file, pipelinePage: Self.pipelinePage, partPage: Self.partPage)
        return viewPage(place, body, neighbours, .overview)
      case .marbles:
        let body = MarblePage(run).body(picture: "\(view.file).svg", remark: remark(place))
        return viewPage(place, body, neighbours, .marbles)
      case .threads: return threads(1, place)
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
  private func remark(_ place: Int) -> String? {
    let (count, most) = (runs[place].trace.steps.count, Self.mostPictured)
    guard count > most else { return nil }
    return "The first \(most) of \(count) steps. The next ones: "
      + "headwater show RUN --format svg --steps \(most + 1)...\(2 * most) -o part.svg"
  }

  private func marbles(of place: Int) -> [UInt8] {
    let run = pictured(1, of: place)
    var bytes: [UInt8] = []
    let picture = MarblePicture(run.trace, origins: run.origins, axis: .steps, title: title(place))
    picture.write { bytes += Array($0.utf8) }
    return bytes
  }

  private static func pictureCount(_ steps: Int) -> Int { max((steps + mostPictured - 1) / mostPictured, 1) }

  /// The steps of a picture. Steps and pictures are numbered from 1.
  private static func pictured(_ number: Int) -> ClosedRange<Int> {
    (number - 1) * mostPictured + 1...number * mostPictured
  }

  private func pictured(_ number: Int, of place: Int) -> LocatedTrace {
    guard Self.pictureCount(runs[place].trace.steps.count) > 1 else { return runs[place].located }
    let steps = Self.pictured(number)
    var filter = TraceFilter()
    filter.steps = [NumberRange(steps.lowerBound, steps.upperBound)]
    return filter.apply(to: runs[place].located)
  }

  // MARK: Threads

  /// A picture of some steps of the threads, with a link to the next one.
  private func threads(_ number: Int, _ place: Int) -> [UInt8] {
    let count = runs[place].trace.steps.count
    let all = Self.pictureCount(count)
    let what = { (number: Int) in
      let steps = Self.pictured(number)
      return "Steps \(steps.lowerBound) to \(min(steps.upperBound, count)) of \(count)"
    }
    let picture = ViewPage.picture(
      Self.threadPicture(number), "The threads of the run, side by side", remark: all > 1 ? what(number) : nil,
      next: number < all ? RunPage.link(what(number + 1), Self.threadPage(number + 1)) : "")
    let jumps = number == 1 && all > 2 ? threadJumps(all) : ""
    return viewPage(place, "<main>\n\(jumps)\(picture)</main>\n", neighbours(of: .threads), .overview)
  }

  /// Links to pictures at equal distances.
  private func threadJumps(_ all: Int) -> String {
    let numbers = stride(from: 1, through: all, by: (all + Self.mostJumps - 1) / Self.mostJumps)
    let links = numbers.map { "<a href=\"\(Self.threadPage($0))\">\(Self.pictured($0).lowerBound)</a>" }
    return "<p class=\"remark\">From step: \(links.joined(separator: " "))</p>\n"
  }

  private static let mostJumps = 20

  private func threadPicture(_ number: Int, of place: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    LaneDiagram(pictured(number, of: place).trace, title: title(place)).write { bytes += Array($0.utf8) }
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
