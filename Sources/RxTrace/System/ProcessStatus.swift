import Foundation

/// Whether a process with this number runs on this machine. It may be another process than the one that was meant.
package func isRunning(process number: UInt32) -> Bool {
  let process = pid_t(truncatingIfNeeded: number)
  return process > 0 && (kill(process, 0) == 0 || errno == EPERM)
}
