import CGuestSources

/// The Swift source of the program that runs other programs for every arrangement of a grid.
///
/// `Guests/Driver.swift` is compiled with the text of each pipeline in a function.
enum ArrangementDriver {
  /// A pipeline's file: a function for each of its texts, and a function that calls the chosen one.
  static func wrapped(_ texts: [String], choice: String, number: Int) -> String {
    let isImport: (Substring) -> Bool = { $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") }
    let lines = texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let imports = lines[0].filter(isImport).joined(separator: "\n")
    let functions = lines.enumerated().map { place, lines in
      "func pipeline\(number)_\(place)() throws {\n\(lines.filter { !isImport($0) }.joined(separator: "\n"))\n}"
    }
    let names = texts.indices.map { "pipeline\(number)_\($0)" }.joined(separator: ", ")
    let chosen = "func pipeline\(number)() throws { try [\(names)][\(choice)]() }"
    return ([imports] + functions + [chosen]).joined(separator: "\n") + "\n"
  }

  /// The main file, for pipelines with these numbers.
  static func main(of numbers: [Int]) -> String {
    let table = numbers.map { "  \($0): pipeline\($0)," }.joined(separator: "\n")
    return source + "\nlet pipelines: [Int: () throws -> Void] = [\n\(table)\n]\ntry runAll()\n"
  }

  private static let source = String(cString: hw_arrangement_driver())
}
