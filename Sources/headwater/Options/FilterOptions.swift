import ArgumentParser
import RxTrace

/// The filters for the steps of a run, the same for all commands.
struct FilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only these kinds of calls: \(TraceFilter.kindNames).", valueName: "kinds"))
  var kind: [FilterList] = []

  @Option(help: ArgumentHelp("Only steps with these events: next, error, completed.", valueName: "events"))
  var event: [FilterList] = []

  @Option(
    help: ArgumentHelp(
      "Only calls of these objects: cart, map, 'map (search.swift:7)', MapSink#2, or types: 'Map*'.",
      valueName: "names"))
  var object: [FilterList] = []

  @Option(
    help: ArgumentHelp("Only steps on these threads: number, name, or the queue's label.", valueName: "threads"))
  var thread: [FilterList] = []

  @Option(
    help: ArgumentHelp("Only calls at this depth: 7, 7...12, 7... or ...12.", valueName: "range"))
  var depth: [FilterList] = []

  @Option(help: ArgumentHelp("Only these steps of the run, from 1: 7, 7...12, 7... or ...12.", valueName: "range"))
  var steps: [FilterList] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Only steps whose value contains this text.", valueName: "text"))
  var value: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only calls from these source files, or of what they made: greet.swift, App/cart.swift:9, Map.swift:42.",
      valueName: "files"))
  var source: [FilterList] = []

  @OptionGroup
  var pipelines: PipelineOption

  @Option(
    help: ArgumentHelp(
      "Only steps from this time of the run on: 1.2s, 300ms, 50us; a plain number is a virtual time.",
      valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Only steps up to this time of the run.", valueName: "time"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Only what follows the first step of this line of your source, or of what it calls.", valueName: "file:line"))
  var after: String?

  @Flag(help: "Only steps that carry an error.")
  var onlyErrors = false

  @Flag(help: "Also keep the calls around each step, and the schedule of a scheduled action.")
  var enclosing = false

  func filter() throws -> TraceFilter {
    var filter = TraceFilter()
    do {
      try filter.addKinds(kind)
      try filter.addEvents(event)
      try filter.addRanges(depths: depth, steps: steps)
      try filter.limit(from: from, to: to, after: after)
    } catch {
      throw ValidationError("\(error)")
    }
    try pipelines.add(to: &filter)
    filter.addNames(objects: object, threads: thread, sources: source)
    filter.values = value
    filter.onlyErrors = onlyErrors
    filter.keepsEnclosing = enclosing
    return filter
  }

  func validate() throws { _ = try filter() }

  /// The help about filters.
  static let discussion = """
    FILTERS
      A step has to meet every filter that is given. A filter may have several
      values, separated by commas or given one by one; a step has to meet one of
      them. A kind, event, name or file after ! is left out: --kind '!dispose'.
      Names may have * and ?; what makes up an operator has the operator's name.
      Steps keep their numbers; a step whose caller is left out stands under the
      nearest caller that is not. The program's view tells an event whole if one
      of its steps meets the filters; with --pipeline it leaves out the ways of
      the event that lead elsewhere. Times count from the start of the recording;
      a virtual time is that of a scheduler with a clock of its own.
    """
}

extension FilterList: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
