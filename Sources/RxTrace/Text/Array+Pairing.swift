extension Array where Element: Equatable {
  /// Pairs as many equal elements of both arrays as possible, in their order. The other elements stand alone, those of
  /// this array first.
  ///
  ///     ["a", "b"].paired(with: ["b", "c"])
  ///     // Result: [(0, nil), (1, 0), (nil, 1)]
  ///
  /// The time grows with the square of the differences.
  /// - Returns: positions in this array and in the other one.
  package func paired(with other: [Element]) -> [(own: Int?, other: Int?)] {
    var (alone, added): (Set<Int>, Set<Int>) = ([], [])
    for change in other.difference(from: self) {
      switch change {
      case .remove(let place, _, _): alone.insert(place)
      case .insert(let place, _, _): added.insert(place)
      }
    }
    var (pairs, old, new): ([(own: Int?, other: Int?)], Int, Int) = ([], 0, 0)
    while old < count || new < other.count {
      let isAlone = alone.contains(old)
      let isAdded = !isAlone && added.contains(new)
      pairs.append((isAdded ? nil : old, isAlone ? nil : new))
      old += isAdded ? 0 : 1
      new += isAlone ? 0 : 1
    }
    return pairs
  }
}
