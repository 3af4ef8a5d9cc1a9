import Foundation
import RxTrace

/// The findings that a project knows, in a file of JSON: each with its id, its file and the text of its line, so that it is
/// found again if its line has moved.
///
/// The file of a finding is named from the folder of the baseline on, or without folders if it lies elsewhere.
package struct Baseline {
  struct Entry: Codable, Comparable {
    var file: String?
    var line: String?
    var rule: String

    private var order: [String] { [rule, file ?? "", line ?? ""] }

    static func < (one: Entry, other: Entry) -> Bool { one.order.lexicographicallyPrecedes(other.order) }

    /// `stale  Search.swift  .flatMap { load($0) }`
    var text: String { [rule, file, line].compactMap(\.self).joined(separator: "  ") }
  }

  private struct Contents: Codable {
    var findings: [Entry]
    var version: Int
  }

  let path: String
  private(set) var entries: [Entry]

  private static let version = 1
  /// The most bytes of a baseline. One of a hundred thousand findings is smaller.
  private static let largest = 64 << 20

  /// Reads a baseline.
  /// - Parameter isNew: whether the file need not be there.
  /// - Throws: ``SystemError/failed(_:)``
  package init(path: String, isNew: Bool) throws {
    self.path = path
    entries = []
    if isNew, access(path, F_OK) != 0, errno == ENOENT { return }
    guard access(path, R_OK) == 0 else {
      let hint = errno == ENOENT ? "; `--update-baseline` writes it" : ""
      throw SystemError.failed("\(path): cannot be read: \(systemMessage())\(hint)")
    }
    guard let bytes = [UInt8](contentsOfFile: path, atMost: Self.largest),
      let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes))
    else {
      throw SystemError.failed("\(path): is not a baseline; name another file, or remove this one")
    }
    guard contents.version == Self.version else {
      throw SystemError.failed(
        "\(path): is a baseline of version \(contents.version), which this headwater does not know; write it anew")
    }
    entries = contents.findings
  }

  private init(path: String, entries: [Entry]) { (self.path, self.entries) = (path, entries) }

  /// The text of the file, which is the same for the same findings.
  package func text() throws -> String { try json(Contents(findings: entries.sorted(), version: Self.version)) }

  func entry(of finding: Finding, in texts: SourceTexts) -> Entry {
    Entry(
      file: finding.place.map { name(of: $0.file) }, line: finding.place.flatMap { Self.line($0, in: texts) },
      rule: finding.rule.rawValue)
  }

  private func name(of file: String) -> String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let start = [folder, realPath(folder)].compactMap(\.self).map { $0 + "/" }.first { file.hasPrefix($0) }
    guard start != nil || file.hasPrefix("/") else { return file }
    return start.map { String(file.dropFirst($0.count)) } ?? URL(fileURLWithPath: file).lastPathComponent
  }

  private static func line(_ place: SourceLine, in texts: SourceTexts) -> String? {
    guard let lines = texts.text(of: place.file)?.split(separator: "\n", omittingEmptySubsequences: false),
      lines.indices.contains(place.line - 1)
    else { return nil }
    return lines[place.line - 1].split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Separates the findings that the baseline has from the new ones. Each entry stands for one finding.
  func split(_ findings: [Finding], in texts: SourceTexts) -> (known: [Finding], new: [Finding], gone: [Entry]) {
    var left = entries
    var (known, new): ([Finding], [Finding]) = ([], [])
    for finding in findings {
      let entry = entry(of: finding, in: texts)
      if let place = left.firstIndex(where: { Self.isSame($0, entry, finding.place?.file) }) {
        left.remove(at: place)
        known.append(finding)
      } else {
        new.append(finding)
      }
    }
    return (known, new, left)
  }

  private static func isSame(_ entry: Entry, _ found: Entry, _ path: String?) -> Bool {
    guard entry.rule == found.rule, entry.line == found.line else { return false }
    guard let file = entry.file, let path else { return entry.file == nil && path == nil }
    return StepSelection.Place.isFile(path, named: file)
  }

  /// A copy of the baseline with other entries.
  func with(_ entries: [Entry]) -> Baseline { Baseline(path: path, entries: entries) }
}
