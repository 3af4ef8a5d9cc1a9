/// Swift source that is not in a file of its own, as a file for the compiler: with the lines before and after it that make
/// it a program, and under the name that messages give it.
///
///     GeneratedFile("print(x", name: "-e").asWritten("/tmp/main.swift:2:1: error: …\n2 | print(x\n", path: "/tmp/main.swift")
///     // Result: "-e:1:1: error: …\n1 | print(x\n"
struct GeneratedFile {
  let name: String
  /// The text that somebody wrote.
  let written: String
  /// The text for the compiler.
  let text: String

  private let linesBefore: Int
  private let addedLines: Set<Substring>

  init(_ text: String, name: String, before: String = "", after: String = "") {
    self.name = name
    written = text
    let location = "#sourceLocation(file: \(name.debugDescription), line: 1)\n"
    self.text = "\(before)\(location)\(text.withoutScriptMark)\n\(after)"
    addedLines = Set((before + location + after).split(separator: "\n"))
    linesBefore = (before + location).count { $0 == "\n" }
  }

  /// The compiler's messages as they would be if the text stood in a file of that name: without the lines around it,
  /// and with its own line numbers.
  func asWritten(_ diagnostics: String, path: String) -> String {
    var isHere = false
    let lines = diagnostics.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
      if line.hasPrefix("\(path):") || line.hasPrefix("\(name):") {
        isHere = true
        return renamed(line, path)
      }
      // A line like `/home/me/other.swift:3:1: error: …` begins a message about another file.
      if line.contains(": error: ") || line.contains(": warning: "), !line.contains(" | ") { isHere = false }
      return isHere ? renumbered(line) : String(line)
    }
    return lines.joined(separator: "\n")
  }

  /// The line with the text's name, because the compiler uses the file's own name at the end of the text.
  private func renamed(_ line: Substring, _ path: String) -> String {
    guard line.hasPrefix("\(path):") else { return String(line) }
    let place = line.dropFirst(path.count + 1)
    let number = place.prefix(while: \.isNumber)
    return "\(name):\(max((Int(number) ?? 0) - linesBefore, 1))\(place.dropFirst(number.count))"
  }

  /// The line `12 | text` with the text's own number; nil if nobody wrote the line.
  private func renumbered(_ line: Substring) -> String? {
    let indent = line.prefix { $0 == " " }
    let number = line.dropFirst(indent.count).prefix(while: \.isNumber)
    let rest = line.dropFirst(indent.count + number.count)
    guard let value = Int(number), rest.hasPrefix(" |") else { return String(line) }
    guard !addedLines.contains(rest.dropFirst(3)) else { return nil }
    let written = "\(max(value - linesBefore, 1))"
    return indent + String(repeating: " ", count: max(number.count - written.count, 0)) + written + rest
  }
}

extension String {
  /// `#!` may only be in the first line; because that line is generated, it becomes a comment.
  fileprivate var withoutScriptMark: String { hasPrefix("#!") ? "//" + dropFirst(2) : self }
}
