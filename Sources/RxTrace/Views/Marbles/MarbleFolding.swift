extension MarbleChart {
  /// The most columns of a diagram that is shown whole.
  private static let mostColumns = 60
  /// How often columns of one shape are shown from the beginning.
  private static let shownRepeats = 3

  /// The diagram without the columns that show nothing new: each is like several before it and like one behind it. A
  /// column that says how many stands for them.
  ///
  /// Two columns are alike if the same rows have the same kinds of events in them.
  func withoutRepeats() -> MarbleChart {
    guard columns.count > Self.mostColumns else { return self }
    let isKept = keptColumns()
    var folded = self
    var places = [Int](repeating: 0, count: columns.count + 1)
    folded.columns = []
    for (index, column) in columns.enumerated() {
      if isKept[index] {
        places[index] = folded.columns.count
        folded.columns.append(column)
        continue
      }
      if index == 0 || isKept[index - 1] {
        folded.columns.append(Column(step: column.step, time: column.time, moment: column.moment))
      }
      folded.columns[folded.columns.count - 1].leftOut += 1
      places[index] = folded.columns.count - 1
    }
    places[columns.count] = folded.columns.count
    for index in rows.indices { folded.rows[index].move(to: places, isKept) }
    return folded
  }

  private func keptColumns() -> [Bool] {
    let shapes = columnShapes()
    var counts: [Int: Int] = [:]
    var isKept = shapes.map { shape in
      counts[shape, default: 0] += 1
      return counts[shape]! <= Self.shownRepeats
    }
    var isMet: Set<Int> = []
    for column in shapes.indices.reversed() where isMet.insert(shapes[column]).inserted { isKept[column] = true }
    // The mark takes as much room as a column or two.
    for column in shapes.indices.dropFirst().dropLast() where isKept[column - 1] && isKept[column + 1] {
      isKept[column] = true
    }
    return isKept
  }

  /// For each column the number of its shape.
  private func columnShapes() -> [Int] {
    struct Next: Hashable {
      var shape: Int
      var row: Int
      var event: EventKind
      var isDelivered: Bool
    }
    var known: [Next: Int] = [:]
    var shapes = [Int](repeating: 0, count: columns.count)
    for (index, row) in rows.enumerated() {
      for marble in row.marbles {
        let next = Next(
          shape: shapes[marble.column], row: index, event: marble.event, isDelivered: marble.isDelivered)
        shapes[marble.column] = known[next] ?? known.count + 1
        known[next] = shapes[marble.column]
      }
    }
    return shapes
  }
}

extension MarbleChart.Row {
  /// Moves what the row has to the new places of its columns; the events in columns that are left out are gone.
  fileprivate mutating func move(to places: [Int], _ isKept: [Bool]) {
    marbles = marbles.filter { isKept[$0.column] }
    for index in marbles.indices {
      marbles[index].column = places[marbles[index].column]
      guard let cause = marbles[index].cause else { continue }
      marbles[index].cause?.column = places[cause.column]
      if !isKept[cause.column] { marbles[index].cause = nil }
    }
    start = places[start]
    termination = termination.map { places[$0] }
    disposal = disposal.map { places[$0] }
  }
}
