import Foundation
import NIOCore

/// How much of the server one client may use, so that no client can keep the others waiting.
struct ServingLimits: Sendable {
  /// Bytes of a request's header fields together, and of its target.
  var headBytes = 8 * 1024
  /// Header fields of one request.
  var fields = 100
  /// The most time from an answer, or from the beginning of the connection, to the end of the next request.
  var requestTime = TimeAmount.seconds(30)
  /// How long a client may go without reading any output.
  var writeTime = TimeAmount.seconds(30)
  /// Connections that are open at the same time.
  var connections = affordableConnections
  /// Seconds that a question for the next build may wait, so that no connection is taken for a dead one.
  var longestWait = 10.0

  /// Questions for the next build that wait at the same time: some connections stay free for pages.
  var waits: Int { max(connections - max(connections / 8, 1), 1) }

  /// Each connection may need a second descriptor for the file that it is given, and a build needs some as well.
  private static var affordableConnections: Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let status = getrlimit(RLIMIT_NOFILE, &limit)
    #else
      let status = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
    let descriptors = status == 0 ? Int(clamping: limit.rlim_cur) : 256
    return min(max((descriptors - 48) / 2, 4), 256)
  }
}
