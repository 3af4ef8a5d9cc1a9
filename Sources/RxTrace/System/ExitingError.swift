/// An error that says with which exit status a command ends because of it.
package protocol ExitingError: Error {
  /// As in `sysexits.h`, where that has a status for it.
  var exitStatus: Int32 { get }
}
