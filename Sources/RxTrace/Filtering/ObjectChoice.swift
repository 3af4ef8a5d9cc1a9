/// The objects that a filter asks for by their names, places and pipelines, regardless of the steps of the run.
package struct ObjectChoice {
  private let names: FilterNames
  private let filter: TraceFilter
  private let isInPipeline: [Bool]?

  /// - Parameters:
  ///   - run: the whole run, whose steps may be missing.
  ///   - links: the links of the whole run; nil if the filter asks for no pipeline.
  /// - Throws: ``FilterError`` about a name that the run does not have.
  package init(_ filter: TraceFilter, _ run: LocatedTrace, links: StageLinks?) throws(FilterError) {
    (self.filter, names) = (filter, FilterNames(run))
    let objects = run.trace.objects.indices
    if let complaint = names.complaint(aboutObjects: filter) { throw FilterError(description: complaint) }
    isInPipeline = links.map { [names] links in names.isInPipeline(of: filter.pipelines, links, objects.count) }
  }

  package func includes(_ object: ObjectID) -> Bool {
    guard isInPipeline?[object] ?? true, filter.objects.admits({ names.matches($0, object) }) else { return false }
    let lines = names.lines(of: object)
    return filter.sources.admits { pattern in lines.contains(where: pattern.matches) }
  }
}
