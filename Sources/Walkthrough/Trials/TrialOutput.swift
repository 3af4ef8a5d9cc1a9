import RxTrace

/// The output of a trial, line by line, compared with that of the recorded run.
struct TrialOutput {
  let lines: [TrialView.Line]

  /// The most lines that are compared, because comparing takes quadratic time.
  private static let mostLines = 1000

  init(_ output: String, recorded: Evidence?) {
    var printed = OutputClaim.lines(of: output)
    let isCut = printed.count > Self.mostLines
    if isCut { printed = printed.prefix(Self.mostLines) + ["…"] }
    guard let recorded, let before = try? OutputClaim.lines(of: recorded, at: Place(line: 1, column: 1)),
      before.count <= Self.mostLines, !isCut
    else {
      lines = printed.map { .init(text: $0, change: .uncompared) }
      return
    }
    lines = Self.merged(before, printed)
  }

  private static func merged(_ before: [String], _ after: [String]) -> [TrialView.Line] {
    before.paired(with: after).map { old, new in
      guard let new else { return .init(text: before[old!], change: .removed) }
      return .init(text: after[new], change: old == nil ? .added : .same)
    }
  }
}
