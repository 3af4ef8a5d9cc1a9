import RxTrace

/// A finding of a check, for a page. Its steps have the numbers that people know, from 1.
public struct PageFinding: Sendable {
  public var level: String
  public var rule: String
  public var message: String
  /// Further sentences: the cause, what to do.
  public var details: [String]
  /// The steps at each line of the program.
  public var places: [(what: String, line: SourceLine)]
  public var steps: [Int]

  public init(
    level: String, rule: String, message: String, details: [String] = [],
    places: [(what: String, line: SourceLine)] = [], steps: [Int] = []
  ) {
    (self.level, self.rule, self.message, self.details) = (level, rule, message, details)
    (self.places, self.steps) = (places, steps)
  }
}

/// The pages that are served beside a page of a run. A server opens source lines in an editor, which a file cannot.
public struct PageNeighbours: Sendable {
  public struct Link: Sendable {
    public var title: String
    /// Seen from the page.
    public var address: String

    public init(title: String, address: String) { (self.title, self.address) = (title, address) }
  }

  public var links: [Link]
  /// The title of the page's own link.
  public var current: String
  /// The address that opens an editor, seen from the page.
  public var editor: String

  public init(links: [Link], current: String, editor: String) {
    (self.links, self.current, self.editor) = (links, current, editor)
  }

  /// The links, and the place where the answer of the editor's address is shown.
  var html: String {
    let items = links.map { link in
      let mark = link.title == current ? " aria-current=\"page\"" : ""
      return "<a href=\"\(TextEscaping.html.escape(link.address))\"\(mark)>\(TextEscaping.html.escape(link.title))</a>"
    }
    return "<nav class=\"views\" aria-label=\"Views of the run\">\(items.joined(separator: " "))</nav>\n"
      + "<p class=\"editor-answer\" role=\"status\" data-editor=\"\(TextEscaping.html.escape(editor))\"></p>\n"
  }
}

/// The list of findings at the top of a page. It needs no script.
struct FindingList {
  let findings: [PageFinding]
  let items: FindingItems

  init(findings: [PageFinding], opensEditor: Bool) {
    (self.findings, items) = (findings, FindingItems(opensEditor: opensEditor))
  }

  /// The most findings that are listed; the rest are counted.
  private static let mostShown = 200

  var html: String { "<section class=\"found-by-check\" aria-label=\"Findings\">\n\(list)</section>\n" }

  private var list: String {
    guard !findings.isEmpty else {
      return "<p class=\"findings none\">check found nothing wrong</p>\n"
    }
    let isLoud = findings.contains { $0.level != "note" }
    let more = findings.count - Self.mostShown
    return "<details class=\"findings\"\(isLoud ? " open" : "")><summary>\(summary)</summary>\n<ol>\n"
      + findings.prefix(Self.mostShown).map(items.item).joined()
      + (more > 0 ? "<li>and \(more) more: headwater check shows them</li>\n" : "") + "</ol>\n</details>\n"
  }

  /// `Findings: 1 error, 2 warnings`
  private var summary: String {
    var counts: [(level: String, count: Int)] = []
    for finding in findings {
      if let place = counts.firstIndex(where: { $0.level == finding.level }) {
        counts[place].count += 1
      } else {
        counts.append((finding.level, 1))
      }
    }
    return "Findings: " + counts.map { "\($0.count) \($0.level)\($0.count == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}

/// A line of source that opens in an editor when it is pressed, if a server serves the page.
enum EditorButton {
  /// - Parameter text: the words on it; nil for the file's name and the line.
  static func html(_ line: SourceLine, _ text: String? = nil) -> String {
    "<button type=\"button\" class=\"open-editor\" data-file=\"\(TextEscaping.html.escape(line.file))\" "
      + "data-line=\"\(line.line)\" title=\"Open in the editor\">"
      + "\(TextEscaping.html.escape(text ?? line.shortDescription))</button>"
  }
}
