import RxTrace

/// The output of a trial, line by line, beside that of the recorded run.
struct TrialOutput {
  let lines: [TrialView.Line]

  /// Nobody reads more; and comparing takes time that grows with the square of the differences.
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
    let difference = after.difference(from: before)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var lines: [TrialView.Line] = []
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if removed.contains(old) {
        lines.append(.init(text: before[old], change: .removed))
        old += 1
      } else if inserted.contains(new) {
        lines.append(.init(text: after[new], change: .added))
        new += 1
      } else {
        lines.append(.init(text: after[new], change: .same))
        (old, new) = (old + 1, new + 1)
      }
    }
    return lines
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
