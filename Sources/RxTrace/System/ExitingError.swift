/// An error that gives the exit status of a command that records or shows a run. The commands that judge a run end with
/// 2 for every error, and the commands that build a site with 1, as their help says.
package protocol ExitingError: Error {
  /// The exit status, as in `sysexits.h` if that has a status for the error.
  var exitStatus: Int32 { get }
}
