import RxTrace

extension Nearest {
  /// Suggests a line that differs in a few letters: `; nearest: …`, or nothing.
  static func line(to text: String, among lines: [String]) -> String {
    let candidates = lines.map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    guard let nearest = name(to: text, among: candidates),
      distance(nearest.lowercased(), text.lowercased()) <= max(2, text.count / 2)
    else { return "" }
    return "; nearest: `\(nearest)`"
  }

  /// The line with the part most like a text that no line contains; empty if no line is similar.
  static func line(containing text: String, among lines: [String]) -> String {
    let found = lines.map { line in
      (distance: distance(ofPartOf: line.lowercased(), to: text.lowercased()), line: line.trimmingSpaces())
    }
    guard let nearest = found.min(by: { $0.distance < $1.distance }), nearest.distance <= max(1, text.count / 3) else {
      return ""
    }
    return "; nearest: `\(nearest.line)`"
  }

  /// The distance of the text from the nearest part of a line that begins at a word and has the same length.
  private static func distance(ofPartOf line: String, to text: String) -> Int {
    let starts = line.indices.filter { $0 == line.startIndex || !line[line.index(before: $0)].isLetter }
    return starts.map { distance(String(line[$0...].prefix(text.count)), text) }.min() ?? text.count
  }
}
