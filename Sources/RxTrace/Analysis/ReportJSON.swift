import Foundation

/// The one way in which reports become JSON: keys in order, so that the same report is the same text.
func json(_ report: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
}
