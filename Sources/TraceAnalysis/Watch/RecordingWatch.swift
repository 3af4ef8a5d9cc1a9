import Foundation
import RxTrace

/// A recording that is looked at while it is written, or afterwards.
package struct RecordingWatch {
  package let path: String
  package var table: WatchTable
  private let follower: StepFollower
  /// Whether this user made the recording on this machine, so that its program's number means something here.
  private let isOwn: Bool
  /// Whether the file has lost the end of a recording that was ended.
  private var isCutOff = false
  private var hasEnded = false
  /// Whether nothing is added any more, and all has been read.
  package private(set) var isOver = false
  /// Whether the program ended the recording itself, rather than crashed.
  package private(set) var wasClosed = false

  /// - Parameter trusted: folders whose programs may be opened if the recording names them.
  /// - Throws: ``TraceError``, ``SystemError``
  package init(_ path: String, trusting trusted: TrustedFolders) throws {
    guard isOrdinaryFile(path) || access(path, F_OK) != 0 else {
      throw SystemError.failed("\(path): only a file can be watched; headwater report reads a pipe")
    }
    self.path = path
    follower = try StepFollower(path: path)
    var lines = FollowedLines(ofRecordingAt: path, trusting: trusted)
    // A recording that has ended holds its lines, behind everything else.
    if follower.header.isClosed {
      let whole = try Trace(callStacksOf: path)
      lines.learn(whole)
      isCutOff = !whole.isComplete
    }
    isOwn = isOwnRecording(path)
    table = WatchTable(follower, lines)
  }

  /// Whether there was more to read than there was time for.
  private var isBehind = false

  /// Nanoseconds since the recording began; for one that is over, its end. If the program is faster than the reading,
  /// the time that has been read, so that rates are those of the program and not of the reading.
  package var now: UInt64 {
    guard !isOver && !isBehind else { return max(table.time, table.timeBefore) }
    let now = UInt64(max(0, Date().timeIntervalSince1970 * 1e9))
    let start = follower.header.startWallClock
    return max(table.time, now > start ? now - start : 0)
  }

  package var header: TraceHeader { follower.header }

  /// Whether only the recording has ended.
  package var programGoesOn: Bool { !hasEnded && isOwn && isRunning(process: follower.header.processIdentifier) }

  /// `the program has ended, after 12 steps`
  package var endingText: String {
    let ending = wasClosed && !isCutOff ? "" : ", without the end of its recording"
    let ended = programGoesOn ? "the recording" : "the program"
    return "\(ended) has ended\(ending), after \(counted(table.steps, "step"))"
  }

  /// Why the recording lacks steps; nil if it has all.
  package private(set) var dropText: String?

  package static let gapText = "newer steps replaced some before they were read; what was open then may have ended"

  /// Notes that the program has ended, whatever the recording says.
  package mutating func noteEnd() { hasEnded = true }

  /// Reads what has been added, for at most about this time.
  /// - Returns: whether there may be more at once.
  package mutating func read(for limit: Duration) throws -> Bool {
    guard !isOver else { return false }
    let end = ContinuousClock.now + limit
    if dropText == nil, let reason = try follower.dropReasonText() {
      dropText = "the recording has no room for newer steps, which are not shown: \(reason)"
    }
    // Ask first whether the program has ended: what it wrote before it ended is then read below.
    let isLast = try !goesOn()
    while try table.takeMore() {
      isBehind = ContinuousClock.now >= end
      if isBehind { return true }
    }
    isBehind = false
    guard isLast else { return false }
    try table.finish()
    isOver = true
    return false
  }

  private mutating func goesOn() throws -> Bool {
    wasClosed = try follower.hasBeenClosed()
    return !wasClosed && programGoesOn
  }

  /// The recording that is being written for a path: it gets its name when its program has ended.
  package static func beingWritten(for path: String) -> String? {
    let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
    let around = folder.isEmpty ? "." : folder
    let hidden = (try? FileManager.default.contentsOfDirectory(atPath: around)) ?? []
    let places = hidden.filter { $0.hasPrefix(".headwater-") }.map { "\(around)/\($0)/\(name)" }
    func modified(_ path: String) -> Int64? {
      var status = stat()
      return stat(path, &status) == 0 ? status.modifiedNanoseconds : nil
    }
    return places.compactMap { place in modified(place).map { (place, $0) } }.max { $0.1 < $1.1 }?.0
  }
}
