extension Pipelines {
  /// The stages from which an object gets its events, the nearest first, through shared sequences that have a connection.
  ///
  /// The last one is a subject, a sequence that made no run, or the run of a source or of a stage with several inputs.
  package func sources(of object: ObjectID, limit: Int = 64) -> [ObjectID] {
    var found: [ObjectID] = []
    var current = object
    while found.count < limit {
      if let feeder = runs[current].feeder {
        found.append(feeder)
        current = feeder
      } else if let source = runs[current].lastSource {
        found.append(source)
        guard let connection = connection(of: source) else { break }
        current = connection
      } else {
        break
      }
    }
    return found
  }

  /// The observer through which a shared sequence received events last.
  func connection(of source: ObjectID) -> ObjectID? {
    guard has(.shares, source) else { return nil }
    return runs.indices.last { runs[$0].connection == source }
  }

  /// The place of the call stack that made a producer. The sequences of one line have the same, however often it runs.
  package func place(of producer: ObjectID) -> ProducerPlace {
    source.stack(of: producer).map { .stack($0) } ?? .object(producer)
  }

  /// The sequence from which a pipeline's events come: pipelines that are put together anew each time share it.
  /// - Parameter sequence: what was subscribed to, the last stage of the pipeline.
  package func origin(of sequence: ObjectID) -> ObjectID {
    func isSource(_ object: ObjectID) -> Bool {
      let role = role(of: object)
      return role == .observable || role == .subject
    }
    var origin = sequence
    for _ in 0..<32 {
      guard role(of: origin) == .observable,
        let upstream = source.links(of: origin).map(\.target).first(where: isSource)
      else { break }
      origin = upstream
    }
    return origin
  }

  /// If the newest step gives an element to the subject of a connection: the observer by which it came, and the source of the
  /// connectable sequence.
  package var connectionAround: (observer: ObjectID, source: ObjectID)? {
    guard let receiver = parent, receiver.kind == .on, let connection = around.dropLast().last, connection.kind == .on,
      let object = connection.object, source.deliversTo(object) == receiver.object
    else { return nil }
    return runs[object].lastSource.map { (object, $0) }
  }

  /// Whether the newest step is the call of an operator to a subject of its own, as `retry(when:)` has.
  package var isSentByOperator: Bool {
    guard let call = parent, call.kind == .on else { return false }
    return call.object.map { runs[$0].role == .sink } ?? false
  }
}

/// The place where the program made an observable; the observable itself if the recording has no call stacks.
package enum ProducerPlace: Hashable {
  case stack(Int)
  case object(ObjectID)
}
