import Foundation

/// Takes connections from this machine. One connection is one request.
struct Listener {
  private let socket: Int32
  let port: UInt16

  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
  }

  /// - Parameter port: 0 for one that is free.
  init(port: UInt16) throws {
    // A client that goes away before its answer must not end the server.
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Darwin)
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var again: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &again, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (descriptor, bound) = (socket, size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, bound) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else { throw Failure("port \(port)") }
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// - Returns: nil when the system has no more.
  func accept() -> Connection? {
    let taken = Foundation.accept(socket, nil, nil)
    return taken < 0 ? nil : Connection(socket: taken)
  }
}
