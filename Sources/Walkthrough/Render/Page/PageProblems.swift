import RxTrace

/// The problems of a page; shown on the page as well if wanted.
final class PageProblems {
  private let page: Page
  private let areShown: Bool
  private(set) var all: [Problem] = []
  private var shownCount = 0

  init(of page: Page, areShown: Bool) {
    self.page = page
    self.areShown = areShown
  }

  func report(_ problem: Problem) { all.append(problem) }

  /// Runs a part of the rendering. An error that it throws is reported, and shown instead of the part where problems
  /// are shown.
  func reporting(_ body: () throws(Problem) -> HTML) -> HTML {
    var html: HTML
    do {
      html = try body()
    } catch {
      report(error)
      html = ""
    }
    // A part within this one has shown the problems that it reported.
    for problem in all[shownCount...] where areShown {
      let place = page.origin.place(problem.place, page.lines)
      html += Self.box(Problem(place, problem.message), in: page.origin.textPath)
    }
    shownCount = all.count
    return html
  }

  /// A problem as readers of a page see it.
  static func box(_ problem: Problem, in path: String) -> HTML {
    "<strong class=\"problem\">\(path):\(problem.place.line):\(problem.place.column): \(problem.message)</strong>"
  }
}
