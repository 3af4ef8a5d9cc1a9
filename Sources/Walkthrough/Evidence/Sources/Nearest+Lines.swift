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
}
