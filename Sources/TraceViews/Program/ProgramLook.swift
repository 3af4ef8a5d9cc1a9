/// The look of the program's view of a run.
struct ProgramLook {
  /// The columns of the terminal; nil for a file or a pipe.
  var width: Int?
  /// Whether the text has colours, as escape sequences of terminals.
  var isColored = false
  var foldsRepeats = true
  /// Whether each numbered line has the time since the start of the recording.
  var showsTimes = false
  /// Whether the ways of an event that have no step which is asked for are left out.
  var leavesOutOtherWays = false
  /// Whether only steps between two numbers are shown, so that what a stage had before or gets later may not be known.
  var isOfPart = false
}
