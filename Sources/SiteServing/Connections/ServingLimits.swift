import Foundation
import NIOCore

/// The limits on one client's use of the server, so that no client can keep the others waiting.
struct ServingLimits: Sendable {
  /// The most bytes of a request's header fields together, and of its target.
  var headBytes = 8 * 1024
  /// The most header fields of one request.
  var fields = 100
  /// The most time from an answer, or from the beginning of the connection, to the end of the next request.
  var requestTime = TimeAmount.seconds(30)
  /// The most time that a client may go without reading any output.
  var writeTime = TimeAmount.seconds(30)
  /// The most connections that are open at the same time.
  var connections = affordableConnections
  /// The most seconds that a request for the next build may wait, so that no connection seems dead.
  var longestWait = 10.0

  /// The most requests for the next build that wait at the same time, so that some connections stay free for pages.
  var waits: Int { max(connections - max(connections / 8, 1), 1) }

  /// The most connections that the limit of descriptors allows: each may also open a file, and a build needs some.
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
