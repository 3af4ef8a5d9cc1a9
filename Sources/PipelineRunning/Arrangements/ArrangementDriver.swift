import CGuestSources

/// The program that runs other programs for every arrangement of a grid, as Swift source.
///
/// `Guests/Driver.swift` is compiled with the text of each pipeline in a function.
enum ArrangementDriver {
  /// The text before a pipeline's own in its file, and the text after it.
  static func wrapped(_ text: String, number: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isImport: (Substring) -> Bool = { $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") }
    let imports = lines.filter(isImport).joined(separator: "\n")
    let body = lines.map { isImport($0) ? "" : $0 }.joined(separator: "\n")
    return "\(imports)\nfunc pipeline\(number)() throws {\n\(body)\n}\n"
  }

  /// The main file, for pipelines with these numbers.
  static func main(of numbers: [Int]) -> String {
    let table = numbers.map { "  \($0): pipeline\($0)," }.joined(separator: "\n")
    return source + "\nlet pipelines: [Int: () throws -> Void] = [\n\(table)\n]\ntry runAll()\n"
  }

  private static let source = String(cString: hw_arrangement_driver())
}
