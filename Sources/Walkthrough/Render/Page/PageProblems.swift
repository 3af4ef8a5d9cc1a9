import RxTrace

/// The problems of a page; shown on the page as well if wanted.
final class PageProblems {
  private let page: Page
  /// Whether the page is a preview.
  let areShown: Bool
  private(set) var all: [Problem] = []
  private var shownCount = 0

  init(of page: Page, areShown: Bool) {
    self.page = page
    self.areShown = areShown
  }

  func report(_ problem: Problem) { all.append(problem) }

  /// Runs a part of the rendering. An error that it throws is reported; in a page that shows problems, it replaces the
  /// part.
  func reporting(_ body: () throws(Problem) -> HTML) -> HTML {
    var html: HTML
    do {
      html = try body()
    } catch {
      report(error)
      html = ""
    }
    // Nested parts have already shown the problems that they reported.
    for problem in all[shownCount...] where areShown {
      let place = page.origin.place(problem.place, page.lines)
      html += Self.box(Problem(place, problem.message), in: page.origin.textPath)
    }
    shownCount = all.count
    return html
  }

  /// Renders a text that is in another file. What is wrong in it is reported at the block that shows it, and its origin is
  /// named.
  func reporting(in origin: String, at place: Place, _ body: () -> HTML) -> HTML {
    let known = all.count
    let html = body()
    for index in all.indices.dropFirst(known) { all[index] = Problem(place, "in \(origin): \(all[index].message)") }
    return html
  }

  /// A problem as the page shows it to readers.
  static func box(_ problem: Problem, in path: String) -> HTML {
    "<strong class=\"problem\">\(path):\(problem.place.line):\(problem.place.column): \(problem.message)</strong>"
  }
}
