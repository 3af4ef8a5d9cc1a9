import Foundation
import NIOCore

/// How much of the server one client may use, so that no client can keep the others waiting.
struct ServingLimits: Sendable {
  /// Bytes of a request's target and header fields together.
  var headBytes = 8 * 1024
  /// Header fields of one request.
  var fields = 100
  /// Bytes of a request's head as they arrive, with the blank lines and padding that the parser skips.
  var rawHeadBytes = 16 * 1024
  /// From a head's first byte to its last.
  var headTime = TimeAmount.seconds(10)
  /// Between two requests on one connection.
  var idleTime = TimeAmount.seconds(30)
  /// How long a client may go without reading any output.
  var writeTime = TimeAmount.seconds(30)
  /// How long a client may go on sending after the last answer on its connection, and how much.
  var (lingerTime, lingerBytes) = (TimeAmount.seconds(2), 1 << 20)
  /// Requests that may wait for the answer to the one before.
  var pipelinedRequests = 256
  /// Connections that are open at the same time.
  var connections = affordableConnections
  /// Seconds that a question for the next build may wait, so that no connection is taken for a dead one.
  var longestWait = 10.0
  /// How often connections are looked at.
  var interval = TimeAmount.seconds(1)

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
