import RxTrace

/// The rule for fenced blocks that are only text: if the settings require it, each gives a reason why it is unchecked.
///
///     ```swift unchecked="the reader's own app"
struct UncheckedCode {
  static let key = "unchecked"

  /// The languages whose blocks may be only text, with the reasons; nil if the site does not require reasons.
  let allowed: [String: String]?

  /// - Parameter fence: the line that opens the block; nil for code that is only indented.
  func check(_ fence: FenceInfo?, at place: Place) throws(Problem) {
    if let reason = fence?.attributes.first(where: { $0.key == Self.key }) {
      guard reason.value.trimmingSpaces().isEmpty else { return }
      throw Problem(
        reason.valuePlace, "`unchecked` says why nothing checks the block: `unchecked=\"the reader's own app\"`")
    }
    guard let allowed, allowed[fence?.kind ?? ""] == nil else { return }
    let kind = fence.map { "`\($0.kind)` " } ?? ""
    throw Problem(
      place,
      "nothing checks this \(kind)block: show a file with `source`, what is printed with `output` or `console`, or say why "
        + "not: `unchecked=\"…\"`")
  }
}
