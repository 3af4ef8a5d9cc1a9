import RxTrace

extension Nearest {
  /// Suggests a line that begins alike or differs in a few letters: `; nearest: …`, or nothing.
  static func line(to text: String, among lines: [String]) -> String {
    let candidates = lines.map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    let begun = candidates.map { (length: $0.commonPrefix(with: text).count, line: $0) }.max { $0.length < $1.length }
    if let begun, begun.length >= max(4, text.count * 2 / 3) { return "; nearest: `\(begun.line)`" }
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
