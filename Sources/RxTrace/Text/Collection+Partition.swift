extension RandomAccessCollection where Index == Int {
  /// The first position at which a condition holds, by a binary search; the end if there is none. The condition must
  /// hold for all elements after one for which it holds. The name is that of Swift Algorithms.
  ///
  ///     [1, 3, 3, 8].partitioningIndex { $0 >= 3 }
  ///     // Result: 1
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
