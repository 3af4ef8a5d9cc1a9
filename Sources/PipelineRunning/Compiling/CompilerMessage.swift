import Foundation

/// A message of the compiler about a place in a file.
public struct CompilerMessage: Equatable, Encodable, Sendable {
  /// `error`, `warning` or `note`.
  public var level: String
  /// From 1.
  public var line: Int
  /// From 1.
  public var column: Int
  public var text: String

  nonisolated(unsafe) private static let form = /^(.+?):(\d+):(\d+): (error|warning|note): (.+)$/

  /// The part of the compiler's text that is about some files, because notes about the engine's own files help nobody.
  static func text(of diagnostics: String, aboutFilesNamed names: [String]) -> String {
    let places = names.map { "\($0):" }
    var isKept = true
    let lines = diagnostics.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let plain = line.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      if plain.prefixMatch(of: #/\S.*?:\d+:\d+: (?:error|warning|note): /#) != nil {
        isKept = places.contains { place in plain.hasPrefix(place) || plain.contains("/\(place)") }
      }
      return isKept
    }
    let text = lines.joined(separator: "\n")
    return text.allSatisfy(\.isWhitespace) ? "" : text
  }

  /// The messages about a file, in the compiler's order.
  /// - Parameter file: the file's name, without its folder.
  public static func all(in diagnostics: String, about file: String) -> [CompilerMessage] {
    diagnostics.split(separator: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: form), match.1.split(separator: "/").last.map(String.init) == file,
        let number = Int(match.2), let column = Int(match.3)
      else { return nil }
      return CompilerMessage(level: String(match.4), line: number, column: column, text: String(match.5))
    }
  }
}
