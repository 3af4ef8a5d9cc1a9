import SwiftSyntax
import TraceAnalysis

/// Moves `bag = DisposeBag()` from after the subscription to before the first statement of its block that uses the bag.
enum EarlierBag: EditKind {
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit] {
    guard let line = change.other?.line, change.other?.file == change.place.file,
      let subscription = Statement(around: try source.call(for: change), in: source),
      let replacement = subscription.block.first(where: { $0.begins(onLine: line) }),
      let bag = replacement.text.wholeMatch(of: /(?:self\.)?(\w+) = DisposeBag\(\)/).map({ String($0.1) }),
      subscription.precedes(replacement), subscription.names(bag),
      let first = subscription.block.first(where: { $0.names(bag) })
    else { throw NoEdit("the bag is not replaced in the block that subscribes") }
    return try replacement.move(to: first.lines.lowerBound)
  }
}
