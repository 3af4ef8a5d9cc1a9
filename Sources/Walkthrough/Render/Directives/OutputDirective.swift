import RxTrace

/// Shows what the program printed: the body of the fence is a claim, held against the recording line by line.
struct OutputDirective: Directive {
  static let name = "output"
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    guard let run = try run() else { return "" }
    try OutputClaim(block.body).check(against: run)
    let title = HTML(text: context.words(.printsWhat, run.fileName))
    let lines = block.body.lines.map(\.text).map { line -> HTML in
      OutputClaim.isGap(line) ? "<span class=\"gap-line\">…</span>" : HTML(text: line)
    }
    return """
      <figure class="output" id="\(context.numbered("output"))">
      <figcaption>\(caption ?? title)</figcaption>
      <pre class="code" tabindex="0"><samp>\(lines.joined(separator: "\n"))</samp></pre>
      </figure>
      """
  }
}

/// Lines that a program is said to print, with `…` for any number of others.
struct OutputClaim {
  private let body: ClaimBody

  init(_ body: ClaimBody) { self.body = body }

  static func isGap(_ line: String) -> Bool { line == "…" || line == "..." }

  /// - Throws: ``Problem`` at the first line that the recording does not bear out.
  func check(against run: Evidence) throws(Problem) {
    let printed = try Self.lines(of: run, at: body.opening)
    // As many lines as can be held from the beginning, with every way to fill the gaps followed at once.
    var reached: Set<Int> = [0]
    for line in body.lines {
      var next: Set<Int> = []
      if Self.isGap(line.text) {
        next = Set(reached.min()!...printed.count)
      } else {
        for position in reached where position < printed.count && printed[position] == line.text {
          next.insert(position + 1)
        }
      }
      guard !next.isEmpty else { throw wrong(line, reached, printed) }
      reached = next
    }
    guard reached.contains(printed.count) else {
      let position = reached.max()!
      let place = body.lines.last?.place ?? body.opening
      throw Problem(
        place,
        "claimed the end of the output, recorded \(quoted(printed[position])) (line \(position + 1) of "
          + "\(printed.count)); a last line `…` leaves the rest out")
    }
  }

  private func wrong(_ line: (text: String, place: Place), _ reached: Set<Int>, _ printed: [String]) -> Problem {
    let position = reached.min()!
    let isAfterGap = body.lines.last { $0.place.line < line.place.line }.map { Self.isGap($0.text) } ?? false
    var message = "claimed \(quoted(line.text)), recorded "
    if isAfterGap {
      message += "no such line from line \(position + 1) on"
    } else if position < printed.count {
      message += "\(quoted(printed[position])) (line \(position + 1) of \(printed.count))"
    } else {
      message += "the end of the output after \(printed.count) line\(printed.count == 1 ? "" : "s")"
    }
    if let nearest = Nearest.name(to: line.text, among: printed), isLike(nearest, line.text),
      isAfterGap || position >= printed.count || printed[position] != nearest
    {
      message += "; nearest: \(quoted(nearest))"
    }
    return Problem(line.place, message)
  }

  private func isLike(_ one: String, _ other: String) -> Bool {
    Nearest.distance(one, other) <= max(2, other.count / 2)
  }

  private func quoted(_ text: String) -> String { ShownText.printable(text).debugDescription }

  /// The whole output, as lines.
  /// - Throws: ``Problem`` if not all of it was recorded.
  static func lines(of run: Evidence, at place: Place) throws(Problem) -> [String] {
    let outputs = run.trace.steps.filter { $0.kind == .output }
    guard outputs.allSatisfy({ $0.value?.isComplete ?? true }) else {
      throw Problem(place, "the program printed more at once than was recorded, so no claim can be checked against it")
    }
    var lines = outputs.map { $0.value?.text ?? "" }.joined()
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
