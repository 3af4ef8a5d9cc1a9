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
    for problem in all[shownCount...] { html += box(problem) }
    shownCount = all.count
    return html
  }

  private func box(_ problem: Problem) -> HTML {
    guard areShown else { return "" }
    let at = page.origin.place(problem.place, page.lines)
    let place = "\(page.origin.textPath):\(at.line):\(at.column)"
    return "<strong class=\"problem\">\(place): \(problem.message)</strong>"
  }
}
