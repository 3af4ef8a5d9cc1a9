/// A class whose objects are used again for other items while its bag stays the same, as far as the source shows.
struct ReusedOwner {
  var type: String
  /// The property that holds the subscriptions, and its line.
  var bag: String
  var bagLine: Int
  /// The line of `prepareForReuse`; without one, of the class.
  var reuseLine: Int
  /// The superclass, whose objects a list uses again, if the class has no `prepareForReuse`.
  var superclass: String?
  /// Whether another bag cannot take the place of the first one.
  var isConstant: Bool
}

extension SourceStatements {
  /// The superclasses of cells, which a list or a map uses again for other items.
  private static let reused: Set = [
    "MKAnnotationView", "NSCollectionViewItem", "NSTableCellView", "NSTableRowView", "UICollectionReusableView",
    "UICollectionViewCell", "UICollectionViewListCell", "UITableViewCell", "UITableViewHeaderFooterView",
  ]

  /// The class of the bag into which a line puts a subscription, if it has a `prepareForReuse` or is one of the cells of UIKit and
  /// AppKit, and no line replaces the bag.
  /// - Parameters:
  ///   - line: the line of the call that subscribes, from 1.
  ///   - others: the other files of the program, which may replace the bag.
  func reusedOwner(at line: Int, others: () -> [SourceStatements]) -> ReusedOwner? {
    guard lines.indices.contains(line - 1), let bag = bag(in: statement(around: line - 1)),
      let type = enclosingType(of: line - 1)
    else { return nil }
    let own = heads(of: type.name)
    let reuse = own.lazy.flatMap { members(of: $0) }.first { isReuse($0) }
    let cell = own.first { $0.superclass.map(Self.reused.contains) ?? false }
    guard let declared = own.lazy.compactMap({ self.line(of: bag, in: $0) }).first, let reason = reuse ?? cell?.line
    else { return nil }
    let isConstant = lines[declared].contains(/\blet\s/)
    let isReplaced = { (file: SourceStatements) in file.assigns(bag, of: type.name) }
    if !isConstant, assigns(bag, of: type.name, except: declared) || others().contains(where: isReplaced) { return nil }
    return ReusedOwner(
      type: type.name, bag: bag, bagLine: declared + 1, reuseLine: reason + 1,
      superclass: reuse == nil ? cell?.superclass : nil, isConstant: isConstant)
  }

  private func isReuse(_ line: Int) -> Bool { lines[line].contains(/\bfunc\s+prepareForReuse\s*\(/) }

  /// Whether a line of the type sets the bag, or another line sets the bag of an object.
  private func assigns(_ bag: String, of type: String, except declared: Int? = nil) -> Bool {
    let own = Set(heads(of: type).flatMap { head in head.line...(members(of: head).last ?? head.line) })
    return lines.indices.contains { line in
      guard line != declared, lines[line].contains(bag) else { return false }
      return lines[line].matches(of: /(?:(\w+)[?!]?\.)?(\w+)\s*=(?!=)/).contains { match in
        match.2 == bag && (own.contains(line) || match.1.map { $0 != "self" } ?? false)
      }
    }
  }
}
