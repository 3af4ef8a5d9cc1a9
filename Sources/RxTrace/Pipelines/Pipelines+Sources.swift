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

  /// The place of the call stack that made a producer. All sequences that one line makes have the same place.
  package func place(of producer: ObjectID) -> ProducerPlace {
    source.stack(of: producer).map { .stack($0) } ?? .object(producer)
  }

  /// The sequence from which a pipeline's events come. Pipelines that are built anew each time share it.
  /// - Parameter sequence: the last stage of the pipeline, which was subscribed to.
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

  /// The observer through which the newest step's element came, and the source of the connectable sequence; nil unless
  /// the step gives an element to the subject of a connection.
  package var connectionAround: (observer: ObjectID, source: ObjectID)? {
    guard let receiver = parent, receiver.kind == .on, let connection = around.dropLast().last, connection.kind == .on,
      let object = connection.object, source.deliversTo(object) == receiver.object
    else { return nil }
    return runs[object].lastSource.map { (object, $0) }
  }

  /// Whether the newest step is the call of an operator to a subject of its own, such as that of `retry(when:)`.
  package var isSentByOperator: Bool {
    guard let call = parent, call.kind == .on else { return false }
    return call.object.map { runs[$0].role == .sink } ?? false
  }
}

/// The place where the program made an observable, or the observable itself if the recording has no call stacks.
package enum ProducerPlace: Hashable {
  case stack(Int)
  case object(ObjectID)
}
