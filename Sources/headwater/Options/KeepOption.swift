import ArgumentParser

/// The option for the path at which the recording of a program is kept, for further commands.
struct KeepOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Keep the recording of the program in this file.", valueName: "file.hwtrace"),
    completion: .file())
  var keep: String?

  /// - Parameter what: the recording or program that the command is about.
  func check(_ what: String) throws {
    guard let keep else { return }
    try RecordingPlace.validate(keep)
    guard isProgram(what) else {
      throw ValidationError("--keep keeps the recording of a program; \(what) is a recording already")
    }
  }
}
