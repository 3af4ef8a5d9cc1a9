import ArgumentParser
import PipelineRunning

/// A package whose tests are run, and the choice of its tests.
struct TestedPackageOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The folder of the package (this one).", valueName: "package"), completion: .directory)
  var package = "."

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Only tests whose Module.Suite/test matches this regular expression; may be given more than once.",
      valueName: "expression"))
  var filter: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("No tests whose Module.Suite/test matches this regular expression.", valueName: "expression"))
  var skip: [String] = []

  var selection: TestSelection { TestSelection(filters: filter, skips: skip) }
}
