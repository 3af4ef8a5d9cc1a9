import TraceFormat

extension StepReader {
  /// - Parameter records: a reader that follows a recording, at the beginning of a segment.
  init(following records: RecordReader) {
    self.init(records)
    follows = true
    gaps = records.gaps
  }

  /// Reads the definitions of the records that were added since the last time. The steps of these records come next.
  /// - Returns: false if there are none at the moment, or if a segment begins and `stopsAtSegment` is true.
  mutating func loadMore(stopsAtSegment: Bool) throws -> Bool {
    var isLinked = false
    let found = try records.loadMore(stopsAtSegment: stopsAtSegment) { record in
      definitions.add(record)
      switch record.kind {
      case .defineObject, .defineLink, .defineInstance:
        linkedRows.insert(definitions.row(of: record.object))
        isLinked = true
      default: break
      }
    }
    if isLinked { addHolders() }
    return found
  }

  private mutating func addHolders() {
    for row in linkedRows {
      for link in definitions.links(of: row) {
        followedHolders.add(link.target, in: TracedObject.Link.Role(link.role), of: row)
      }
    }
    linkedRows.removeAll(keepingCapacity: true)
  }

  /// The roles of the objects that an object holds, and the places of the stacks on which they were made. Not all of them
  /// need have been named by a step.
  func held(by id: ObjectID) -> [(role: TracedObject.Role, stack: Int?)] {
    definitions.links(of: Int(objectRow(of: id))).map { link in
      let row = definitions.objects[link.target]
      let role = TracedObject.Role(ObjectRole(rawValue: row.role) ?? .other)
      return (role, row.stack == Definitions.none ? nil : Int(row.stack))
    }
  }

  /// The number by which the recording knows an object; it is the same in all segments.
  func recordedNumber(of id: ObjectID) -> UInt32 { definitions.objects[Int(objectRow(of: id))].number }

  mutating func endCalls() { _ = finish() }
}
