/// An error that says with which exit status a command ends that records or shows a run. The commands that judge a run end
/// with 2 for every error, and those that build a site with 1, as their help says.
package protocol ExitingError: Error {
  /// As in `sysexits.h`, where that has a status for it.
  var exitStatus: Int32 { get }
}
