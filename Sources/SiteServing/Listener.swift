import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Walkthrough

/// The server's end of a connection.
struct ListeningAddress: Sendable {
  var port: Int
  /// The host; nil if the system does not report it.
  var host: String?

  /// The address as in the Host field of a request. Others can make a name lead to this server, but not an address.
  var name: String? {
    guard let host else { return nil }
    let mapped = "::ffff:"
    if host.hasPrefix(mapped), host.contains(".") { return String(host.dropFirst(mapped.count)) }
    return host.contains(":") ? "[\(host)]" : host
  }
}

/// Listens on this machine's own addresses, and passes each connection to a handler.
///
/// One thread serves all connections: a preview has few readers, and blocking work is done elsewhere.
struct Listener: Sendable {
  private typealias Listening = NIOAsyncChannel<RequestHandler.Connection, Never>

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let threads = NIOThreadPool(numberOfThreads: 2)
  private let limits: ServingLimits
  /// An additional address or name of this machine, at which other machines can reach it.
  private let host: String?

  init(limits: ServingLimits, host: String? = nil) {
    (self.limits, self.host) = (limits, host)
    threads.start()
  }

  /// Serves until the task is cancelled.
  /// - Parameters:
  ///   - service: makes the service that answers requests at an address.
  ///   - announce: Called with the port once connections are accepted.
  /// - Throws: ``SiteSetupError`` if the port cannot be used.
  func run(
    port: Int, service: @escaping @Sendable (ListeningAddress, NIOThreadPool) -> RequestHandler.Service,
    announce: (Int) -> Void
  ) async throws {
    let listening: [Listening]
    do {
      listening = try await bind(port)
    } catch {
      await end()
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
      let place = host.map { "port \(port) of \($0)" } ?? "port \(port)"
      let other = host == nil ? "--port" : "--port or --host"
      throw SiteSetupError("\(place) cannot be listened on: \(reason); choose another with \(other)")
    }
    announce(listening[0].channel.localAddress?.port ?? port)
    let (connections, waits) = (Places(limits.connections), Places(limits.waits))
    await withTaskGroup { tasks in
      for channel in listening {
        let own = channel.channel.localAddress
        let address = ListeningAddress(port: own?.port ?? port, host: own?.ipAddress)
        let handler = RequestHandler(service: service(address, threads), limits: limits, waits: waits)
        tasks.addTask { await Self.accept(channel, connections, handler) }
      }
    }
    await end()
  }

  /// Serves each connection in a task of its own. A connection beyond the limit is closed.
  private static func accept(_ listening: Listening, _ connections: Places, _ handler: RequestHandler) async {
    try? await listening.executeThenClose { clients in
      try await withThrowingDiscardingTaskGroup { tasks in
        for try await client in clients {
          tasks.addTask {
            do {
              try await connections.occupying { await handler.serve(client) }
            } catch {
              try? await client.executeThenClose { _, _ in }
            }
          }
        }
      }
    }
  }

  private func end() async {
    try? await threads.shutdownGracefully()
    try? await group.shutdownGracefully()
  }

  // MARK: Binding

  /// Binds both addresses that `localhost` may mean, so that no other program answers at the address that a browser
  /// tries first.
  private func bind(_ port: Int) async throws -> [Listening] {
    // A port that the system chose for one address may be in use at the other.
    for _ in 1..<10 where port == 0 {
      if let channels = try? await bindBoth(port) { return channels }
    }
    return try await bindBoth(port)
  }

  private func bindBoth(_ port: Int) async throws -> [Listening] {
    if host == "::" { return [try await bind("::", port)] }
    let isWide = host == "0.0.0.0"
    var channels = [try await bind(isWide ? "0.0.0.0" : "127.0.0.1", port)]
    let chosen = channels[0].channel.localAddress?.port ?? port
    do {
      if let host, !isWide { channels.append(try await bind(host, chosen)) }
      do {
        channels.append(try await bind("::1", chosen))
      } catch let error as IOError where [EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT].contains(error.errnoCode) {
        // This machine does not have such addresses.
      }
      return channels
    } catch {
      for channel in channels { try? await channel.executeThenClose { _ in } }
      throw error
    }
  }

  private func bind(_ address: String, _ port: Int) async throws -> Listening {
    try await blockBrokenPipes()
    let disposition = signal(SIGPIPE, SIG_DFL)
    defer { _ = signal(SIGPIPE, disposition) }
    return try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .bind(host: address, port: port) { [limits] channel in
        channel.eventLoop.makeCompletedFuture { try Self.connection(of: channel, limits) }
      }
  }

  private static func connection(of channel: any Channel, _ limits: ServingLimits) throws -> RequestHandler.Connection {
    var parsing = NIOHTTPDecoderLimitConfiguration()
    parsing.maxHeaderFieldSize = limits.headBytes
    parsing.maxHeaderListSize = limits.headBytes
    parsing.maxHeaderFieldCount = limits.fields
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: parsing)
    try pipeline.addHandler(NIOHTTPServerRequestAggregator(maxContentLength: RunOrder.mostBytes))
    return try RequestHandler.Connection(wrappingChannelSynchronously: channel)
  }

  /// SwiftNIO makes the whole process ignore SIGPIPE, and the programs that a build starts would inherit that. It is
  /// enough to block the signal in the thread that writes to connections.
  private func blockBrokenPipes() async throws {
    try await group.any().submit {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }.get()
  }
}
