import RxTrace

/// Lines that a program or a command is said to print, with `…` for any number of others.
struct OutputClaim {
  /// A line as a page shows it: nil for lines that are left out.
  typealias Line = String?

  private let body: ClaimBody
  /// Whether `…` within a line stands for any text, such as the number of a line that moves with each change.
  private let hasPartialLines: Bool

  init(_ body: ClaimBody, hasPartialLines: Bool = false) {
    self.body = body
    self.hasPartialLines = hasPartialLines
  }

  /// The place at which the claim and the output differ.
  struct Difference: Error {
    /// The claimed line; nil if the claim has ended.
    var claimed: (text: String, place: Place)?
    /// The numbers of the printed lines, from 0, that may come next.
    fileprivate var reached: Set<Int>

    /// The number of the first printed line that differs, from 0.
    var position: Int { (claimed == nil ? reached.max() : reached.min()) ?? 0 }
  }

  /// - Parameter printed: all lines that were printed.
  /// - Returns: The lines to show; a line that the claim spells only in part is shown as it was printed.
  /// - Throws: ``Problem`` at the first line that does not hold.
  @discardableResult
  func check(against printed: [String]) throws(Problem) -> [Line] {
    do {
      return try compare(with: printed)
    } catch {
      guard let claimed = error.claimed else { throw notTheEnd(error.reached, printed) }
      throw wrong(claimed, error.reached, printed)
    }
  }

  /// - Returns: the lines to show, as ``check(against:)`` does.
  /// - Throws: the first difference.
  func compare(with printed: [String]) throws(Difference) -> [Line] {
    // Matches as many lines as possible from the beginning, following every way to fill the gaps at once. Each way maps
    // a reachable number of printed lines to the number before.
    var ways: [[Int: Int]] = []
    var reached: Set<Int> = [0]
    for line in body.lines {
      let way = Self.isGap(line.text) ? gap(from: reached, printed.count) : step(line.text, from: reached, printed)
      guard !way.isEmpty else { throw Difference(claimed: line, reached: reached) }
      reached = Set(way.keys)
      ways.append(way)
    }
    guard reached.contains(printed.count) else { throw Difference(claimed: nil, reached: reached) }
    return shown(ways, printed)
  }

  private func gap(from reached: Set<Int>, _ count: Int) -> [Int: Int] {
    var way: [Int: Int] = [:]
    var start = reached.min() ?? 0
    for position in start...count {
      if reached.contains(position) { start = position }
      way[position] = start
    }
    return way
  }

  private func step(_ text: String, from reached: Set<Int>, _ printed: [String]) -> [Int: Int] {
    var way: [Int: Int] = [:]
    for position in reached where position < printed.count && isSame(text, printed[position]) {
      way[position + 1] = position
    }
    return way
  }

  private func shown(_ ways: [[Int: Int]], _ printed: [String]) -> [Line] {
    var position = printed.count
    var lines: [Line] = []
    for (way, claimed) in zip(ways, body.lines).reversed() {
      let before = way[position] ?? 0
      lines.append(Self.isGap(claimed.text) ? nil : printed[before])
      position = before
    }
    return lines.reversed()
  }

  // MARK: Lines

  private static let ellipsis: Character = "…"

  static func isGap(_ line: String) -> Bool { line == "…" || line == "..." }

  private func isSame(_ claimed: String, _ printed: String) -> Bool {
    guard hasPartialLines, claimed.contains(Self.ellipsis) else { return claimed == printed }
    var parts = claimed.split(separator: Self.ellipsis, omittingEmptySubsequences: false)
    let (first, last) = (parts.removeFirst(), parts.removeLast())
    guard printed.count >= first.count + last.count, printed.hasPrefix(first), printed.hasSuffix(last) else {
      return false
    }
    var rest = printed.dropFirst(first.count).dropLast(last.count)
    for part in parts where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  // MARK: Problems

  private func notTheEnd(_ reached: Set<Int>, _ printed: [String]) -> Problem {
    let position = reached.max() ?? 0
    return Problem(
      body.lines.last?.place ?? body.opening,
      "claimed the end of the output, recorded \(quoted(printed[position])) (line \(position + 1) of "
        + "\(printed.count)); a last line `…` leaves the rest out")
  }

  private func wrong(_ line: (text: String, place: Place), _ reached: Set<Int>, _ printed: [String]) -> Problem {
    let position = reached.min() ?? 0
    let isAfterGap = body.lines.last { $0.place.line < line.place.line }.map { Self.isGap($0.text) } ?? false
    var message = "claimed \(quoted(line.text)), recorded "
    if isAfterGap {
      message += "no such line from line \(position + 1) on"
    } else if position < printed.count {
      message += "\(quoted(printed[position])) (line \(position + 1) of \(printed.count))"
    } else {
      message += "the end of the output after \(printed.count) line\(printed.count == 1 ? "" : "s")"
    }
    return Problem(line.place, message + nearest(to: line.text, in: printed, from: position, isAfterGap))
  }

  /// `; nearest: "copies: 3" (line 6)`, unless that is the recorded line. A line that may come next is nearer than one
  /// before.
  private func nearest(to text: String, in printed: [String], from start: Int, _ isAfterGap: Bool) -> String {
    let rest = Array(printed.dropFirst(start))
    if let name = Nearest.name(to: text, among: rest), isLike(name, text), let place = rest.firstIndex(of: name) {
      return place == 0 && !isAfterGap ? "" : "; nearest: \(quoted(name)) (line \(start + place + 1))"
    }
    return printed.firstIndex(of: text).map { "; it is line \($0 + 1), before the lines above" } ?? ""
  }

  private func isLike(_ one: String, _ other: String) -> Bool {
    Nearest.distance(one, other) <= max(2, other.count / 2)
  }

  private func quoted(_ text: String) -> String { ShownText.printable(text).debugDescription }
}

extension OutputClaim {
  /// A text as lines; a line break at its end begins no further one.
  static func lines(of text: String) -> [String] {
    // CR LF, which ends the rows of CSV, is one character in Swift.
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// All that a program wrote to standard output, as lines.
  /// - Throws: ``Problem`` if not all of it was recorded.
  static func lines(of run: Evidence, at place: Place) throws(Problem) -> [String] {
    let outputs = run.trace.steps.filter { $0.kind == .output }
    guard outputs.allSatisfy({ $0.value?.isComplete ?? true }) else {
      throw Problem(place, "the program printed more at once than was recorded, so no claim can be checked against it")
    }
    return lines(of: outputs.map { $0.value?.text ?? "" }.joined())
  }
}
