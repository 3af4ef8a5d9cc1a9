extension Pipelines {
  /// The sequence from which a pipeline's events come: pipelines that are put together anew each time share it.
  /// - Parameter sequence: what was subscribed to, the last stage of the pipeline.
  func origin(of sequence: ObjectID) -> ObjectID {
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

  /// Whether the newest step is the call of an operator to a subject of its own, as `retry(when:)` has.
  var isSentByOperator: Bool {
    guard let call = parent, call.kind == .on else { return false }
    return call.object.map { runs[$0].role == .sink } ?? false
  }
}
