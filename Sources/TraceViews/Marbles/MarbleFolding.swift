import RxTrace

extension MarbleChart {
  /// The most columns of a diagram that is shown whole.
  private static let mostColumns = 60
  /// How many columns of one shape are shown from the first one on.
  private static let shownRepeats = 3

  /// The diagram without the columns that show nothing new, because each is like several before it and like one after
  /// it. Another column stands for them and says how many there are.
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
    let kept = keptColumns(columnShapes().map { [$0] })
    // Threads that take turns make many shapes of few kinds of events.
    return kept.count(where: \.self) <= Self.mostColumns ? kept : keptColumns(columnEvents())
  }

  /// - Parameter facts: for each column, the facts that can be seen in it.
  /// - Returns: for each column, whether it shows something for the first times or for the last time, or stands alone
  ///   between two that do, because the mark would take as much room.
  private func keptColumns(_ facts: [[Int]]) -> [Bool] {
    var counts: [Int: Int] = [:]
    var isKept = facts.map { facts in
      for fact in facts { counts[fact, default: 0] += 1 }
      return facts.contains { counts[$0]! <= Self.shownRepeats }
    }
    var isMet: Set<Int> = []
    for column in facts.indices.reversed() {
      for fact in facts[column] where isMet.insert(fact).inserted { isKept[column] = true }
    }
    for column in facts.indices.dropFirst().dropLast() where isKept[column - 1] && isKept[column + 1] {
      isKept[column] = true
    }
    return isKept
  }

  /// For each column, the kinds of its events, each with its row.
  private func columnEvents() -> [[Int]] {
    var events = [[Int]](repeating: [], count: columns.count)
    for (index, row) in rows.enumerated() {
      for marble in row.marbles { events[marble.column].append(index * 8 + marble.kind) }
    }
    return events
  }

  /// For each column, the number of its shape: which rows have which kinds of events in it.
  private func columnShapes() -> [Int] {
    struct Next: Hashable {
      var shape: Int
      var row: Int
      var kind: Int
    }
    var known: [Next: Int] = [:]
    var shapes = [Int](repeating: 0, count: columns.count)
    for (index, row) in rows.enumerated() {
      for marble in row.marbles {
        let next = Next(shape: shapes[marble.column], row: index, kind: marble.kind)
        shapes[marble.column] = known[next] ?? known.count + 1
        known[next] = shapes[marble.column]
      }
    }
    return shapes
  }
}

extension MarbleChart.Marble {
  /// A number below 8 for the kind of event and whether it was delivered.
  fileprivate var kind: Int {
    let kind =
      switch event {
      case .next: 0
      case .error: 1
      case .completed: 2
      }
    return isDelivered ? kind : kind + 4
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
