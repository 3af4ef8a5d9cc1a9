import ArgumentParser
import PipelineRunning
import TraceFormat

/// The folder of the programs that can be told to record.
struct ControlOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder that the programs were given as HEADWATER_CONTROL.", valueName: "folder"),
    completion: .directory)
  var control: String?

  /// - Throws: `ValidationError`
  func folder() throws -> String {
    guard let control, !control.isEmpty else {
      throw ValidationError(
        "say where programs let themselves be recorded: --control FOLDER, or \(ControlFormat.variable)")
    }
    return control
  }

  static let discussion = """
    PROGRAMS THAT LET THEMSELVES BE RECORDED
      A program that is started with HEADWATER_CONTROL=FOLDER, or that calls
      TraceRecorder.allowControl(in:), makes a socket in that folder, for its
      own user only. Until somebody asks for a recording, it costs a thread that
      waits. No other user may be able to write to the folder.
    """

  static let exitStatus = """
      64  the command line is wrong
      66  no such program, one of another user, one that does not let itself be
          recorded, or a folder that cannot be used
    """
}

/// The program to which a command is sent.
struct ProcessArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The number of the process.", valueName: "pid"))
  var process: Int32

  @OptionGroup
  var control: ControlOptions
}
