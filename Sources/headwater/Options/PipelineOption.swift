import ArgumentParser
import RxTrace

/// The option for the stages upstream and downstream of a stage.
struct PipelineOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only what leads to this stage, and what it leads to: map, search.swift:7, 'map search.swift:7'.",
      valueName: "stage"))
  var pipeline: [String] = []

  /// - Throws: `ValidationError`
  func add(to filter: inout TraceFilter) throws {
    do {
      try filter.addPipelines(pipeline)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func validate() throws {
    var filter = TraceFilter()
    try add(to: &filter)
  }
}
