/// A line of a new page that asks its author for something. A page that still has it is not ready for readers.
enum AuthorPrompt: String, CaseIterable {
  case summary = "summary: What this page explains, in one sentence."
  case purpose = "Say here what the program is for, and what a reader will understand at the end."
  case element = "Say here which element to look at."
  case bug = "Say here how it shows, and how you would mend it."
  case calls = "Take out the lines that do not matter, with `…` in their place. After `|`, say what a call is for."

  /// Whether a line of a page is one of these.
  static func isOne(_ line: ArraySlice<UInt8>) -> Bool {
    allCases.contains { $0.rawValue.utf8.elementsEqual(line) }
  }
}
