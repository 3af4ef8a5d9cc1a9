extension Step {
  /// - Parameters:
  ///   - step: a step of a recording; the places of its site are those in the table.
  ///   - queue: the place of the queue in the table.
  init(_ step: StreamedStep, _ texts: StepTexts, value: TracedValue?, queue: Int?) {
    self.init(
      number: step.number, sequence: step.sequence, step.kind, step.event, isDelivered: step.isDelivered,
      thread: step.thread, depth: step.depth, time: step.time, texts)
    self.value = value
    (siteNumber, queueNumber) = (step.site, queue)
    (parent, cause) = (step.parent.map { $0 - 1 }, step.cause.map { $0 - 1 })
    (object, other) = (step.object, step.other)
  }
}

extension StepTexts {
  /// Adds the sites of a recording up to one that a step names.
  func addSites(upTo place: Int, from definitions: Definitions) {
    while siteCount <= place {
      _ = add(
        site: Site(line: definitions.sites[siteCount], stack: definitions.callStack(ofSite: siteCount)))
    }
  }
}
