/// The records that newer ones have replaced in a file that had reached its limit.
package struct RemovedRecords {
  package var count: UInt64
  /// The times before and after the removed records, in nanoseconds since the recording started.
  package var times: ClosedRange<UInt64>

  /// A sentence about the removed records, without its full stop; nil if there are none.
  package var text: String? {
    guard count > 0 else { return nil }
    let calls = count == 1 ? "1 recorded call" : "\(count) recorded calls"
    let (start, end) = (ShownText.duration(times.lowerBound), ShownText.duration(times.upperBound))
    let verb = count == 1 ? "was" : "were"
    return "\(calls) between \(start) and \(end) \(verb) removed, because the file had reached its limit"
  }
}
