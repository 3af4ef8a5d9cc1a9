import RxTrace

/// The parts that the pages of all comparisons have. A page needs nothing beside itself: no network, no script.
struct DiffPage {
  /// A run, and how long it is: `24 steps`.
  typealias Run = (name: String, size: String)

  let left: Run
  let right: Run
  /// Other pages, if this one is served.
  let links: [(title: String, address: String)]

  func html(_ summary: String, _ body: String, _ remarks: [String]) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    \(links.isEmpty ? "" : "<link rel=\"icon\" href=\"data:,\">\n")<title>\(Self.escaped("\(left.name) and \(right.name)"))</title>
    <style>\(DiffStyle.css)</style>
    </head>
    <body>
    \(navigation)<h1>\(Self.escaped(summary))</h1>
    <p class="runs"><span>left: \(Self.escaped(left.name)), \(left.size)</span>
    <span>right: \(Self.escaped(right.name)), \(right.size)</span></p>
    \(body)\(Self.paragraphs(remarks, "remark"))</body>
    </html>

    """
  }

  private var navigation: String {
    guard !links.isEmpty else { return "" }
    let items = links.map { "<a href=\"\(Self.escaped($0.address))\">\(Self.escaped($0.title))</a>" }
    return "<nav class=\"runs\">\(items.joined(separator: "\n"))</nav>\n"
  }

  // MARK: Places

  /// A place, with the rows of both runs side by side.
  /// - Parameters:
  ///   - rows: made by ``row(isAlike:_:_:)`` and ``omitted(_:)``.
  ///   - count: the number of places like this one, itself included.
  static func section(_ heading: String, _ paragraphs: String, rows: String, count: Int) -> String {
    let more = count > 1 ? "<p>and \(counted(count - 1, "more place")) like this one</p>\n" : ""
    return """
      <section>
      <h2>\(escaped(heading))</h2>
      \(paragraphs)<table>
      <colgroup><col class="number"><col><col class="number"><col></colgroup>
      <thead><tr><th scope="col" colspan="2">left</th><th scope="col" colspan="2">right</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      \(more)</section>

      """
  }

  /// - Parameters:
  ///   - left: the cells of the left run; nil if it has nothing there.
  ///   - right: the cells of the right run.
  static func row(isAlike: Bool, _ left: String?, _ right: String?) -> String {
    let kind = isAlike ? "alike" : left == nil ? "added" : right == nil ? "missing" : "changed"
    let none = "<td></td><td></td>"
    return "<tr class=\"\(kind)\">\(left ?? none)\(right ?? none)</tr>\n"
  }

  static func omitted(_ text: String) -> String { "<tr class=\"omitted\"><td colspan=\"4\">… \(text)</td></tr>\n" }

  /// A table of counts; empty without rows.
  static func counts(_ heading: String, columns: [String], rows: [String]) -> String {
    guard !rows.isEmpty else { return "" }
    return """
      <section>
      <h2>\(heading)</h2>
      <table class="counts">
      <thead><tr>\(columns.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </section>

      """
  }

  static func paragraphs(_ texts: [String], _ kind: String) -> String {
    texts.map { "<p class=\"\(kind)\">\(escaped($0))</p>\n" }.joined()
  }

  static func escaped(_ text: String) -> String { TextEscaping.xml.escape(text) }

  // MARK: Words

  /// `5 places of 3 kinds, 1 kinds not shown`
  static func summary(_ count: Int, ofKinds kinds: Int, shown: Int) -> String {
    let hidden = kinds - shown
    return counted(count, "place") + (kinds == 1 ? "" : " of \(kinds) kinds")
      + (hidden > 0 ? ", \(hidden) kinds not shown" : "")
  }
}

extension AnalysedRun {
  /// The remarks about two runs, which may be the same one.
  func remarks(with other: AnalysedRun) -> [String] { name == other.name ? remarks : remarks + other.remarks }
}
