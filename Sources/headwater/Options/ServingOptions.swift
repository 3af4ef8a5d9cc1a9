import ArgumentParser

/// The options for showing pages in the browser of this machine.
struct ServingOptions: ParsableArguments {
  @Flag(help: "Only print the address.")
  var noBrowser = false

  @Option(help: ArgumentHelp("The port to listen on; 0 for one that the system chooses.", valueName: "number"))
  var port: UInt16 = 0
}
