import PipelineRunning
import RxTrace

/// Lines of a program that are replaced by others.
///
///     - letters.throttle(.seconds(3), scheduler: scheduler)
///     + letters.throttle(.seconds(1), scheduler: scheduler)
///
/// The lines that begin with `-` occur in the program once, one below the other; the lines with `+` replace them, with
/// the same indentation. A line that stays is written with both. Lines with `-` after lines with `+` begin another change.
struct ProgramPatch {
  typealias Line = (text: String, place: Place)

  struct Hunk {
    var removed: [Line] = []
    var added: [Line] = []

    /// The lines that only the program has, and those that only the changed one has.
    var difference: (removed: [String], added: [String]) {
      let (old, new) = (removed.map(\.text), added.map(\.text))
      let pairs = old.paired(with: new)
      return (
        pairs.filter { $0.other == nil }.map { old[$0.own!] }, pairs.filter { $0.own == nil }.map { new[$0.other!] }
      )
    }
  }

  private(set) var hunks: [Hunk] = []

  /// - Throws: ``Problem`` for a patch without lines, and for one that adds lines at no place.
  init(_ lines: some Sequence<Line>, at opening: Place) throws(Problem) {
    for line in lines {
      let content = (String(line.text.dropFirst()), Place(line: line.place.line, column: line.place.column + 1))
      if line.text.hasPrefix("-") {
        if hunks.last?.added.isEmpty ?? false {
          hunks[hunks.count - 1].removed.append(content)
        } else {
          hunks.append(Hunk(removed: [content]))
        }
      } else {
        guard !hunks.isEmpty else {
          throw Problem(line.place, "write the line that this one replaces above it, with a `-` before it")
        }
        hunks[hunks.count - 1].added.append(content)
      }
    }
    guard !hunks.isEmpty else {
      throw Problem(opening, "the variant changes nothing: it begins with lines `- old` and `+ new`")
    }
  }

  static func isPart(_ line: String) -> Bool { line.hasPrefix("-") || line.hasPrefix("+") }

  /// A program with the patch.
  struct Changed {
    var text: String
    /// For each new line, by its number from 1, its place on the page and the columns that it was moved to the right.
    fileprivate var places: [Int: (place: Place, shift: Int)] = [:]
    fileprivate var opening: Place

    /// The place on the page that a message of the compiler is about. If the message is about a line of the program, that is the
    /// beginning of the patch.
    func place(of message: CompilerMessage) -> Place {
      guard let (place, shift) = places[message.line] else { return opening }
      return Place(line: place.line, column: max(place.column, place.column + message.column - 1 - shift))
    }
  }

  /// - Parameter name: The program's name in messages.
  /// - Throws: ``Problem`` at the first line that the program does not have, or has more than once.
  func applied(to text: String, named name: String) throws(Problem) -> Changed {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var found: [(range: Range<Int>, hunk: Hunk)] = []
    for hunk in hunks { found.append((try place(of: hunk, in: lines, name), hunk)) }
    found.sort { $0.range.lowerBound < $1.range.lowerBound }
    var changed = Changed(text: "", opening: hunks[0].removed[0].place)
    var result: [String] = []
    var next = 0
    for (range, hunk) in found {
      guard range.lowerBound >= next else {
        throw Problem(hunk.removed[0].place, "the variant changes this line twice: write both changes as one")
      }
      result += lines[next..<range.lowerBound]
      let indentation = Self.indentation(lines[range.lowerBound]) - Self.indentation(hunk.removed[0].text)
      for line in hunk.added {
        let shift = max(indentation, -Self.indentation(line.text))
        result.append(
          shift < 0 ? String(line.text.dropFirst(-shift)) : String(repeating: " ", count: shift) + line.text)
        changed.places[result.count] = (line.place, shift)
      }
      next = range.upperBound
    }
    changed.text = (result + lines[next...]).joined(separator: "\n")
    return changed
  }

  private func place(of hunk: Hunk, in lines: [String], _ name: String) throws(Problem) -> Range<Int> {
    let wanted = hunk.removed.map { $0.text.trimmingSpaces() }
    let starts = lines.indices.filter { start in
      start + wanted.count <= lines.count
        && zip(wanted, lines[start...]).allSatisfy { $0 == $1.trimmingSpaces() }
    }
    if starts.count == 1 { return starts[0]..<starts[0] + wanted.count }
    let first = hunk.removed[0]
    guard starts.isEmpty else {
      let numbers = starts.map { String($0 + 1) }.joined(separator: ", ")
      throw Problem(
        first.place,
        "`\(wanted[0])` stands in `\(name)` at the lines \(numbers): add the line above or below, with `-` and with `+`"
      )
    }
    for line in hunk.removed where !lines.contains(where: { $0.trimmingSpaces() == line.text.trimmingSpaces() }) {
      let text = line.text.trimmingSpaces()
      throw Problem(
        line.place, "no line of `\(name)` is `\(text)`" + Nearest.line(to: text, among: lines))
    }
    throw Problem(first.place, "the lines of this change do not stand one below the other in `\(name)`")
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
}
