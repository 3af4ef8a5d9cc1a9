import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Walkthrough

/// The end of a connection that is this server's.
struct ListeningAddress: Sendable {
  var port: Int
  /// Nil if the system does not say.
  var host: String?

  /// The address as the Host field of a request has it. An address, other than a name, cannot be made to lead here by
  /// somebody else.
  var name: String? {
    guard let host else { return nil }
    let mapped = "::ffff:"
    if host.hasPrefix(mapped), host.contains(".") { return String(host.dropFirst(mapped.count)) }
    return host.contains(":") ? "[\(host)]" : host
  }
}

/// Listens on this machine's own addresses, and hands each connection to a handler of its own.
///
/// One thread serves all connections: a preview has few readers, and blocking work is done elsewhere.
struct Listener: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let threads = NIOThreadPool(numberOfThreads: 2)
  private let connections: NIOLoopBound<Connections>
  private let limits: ServingLimits
  /// An address or a name of this machine, besides its own two, at which others can reach it.
  private let host: String?

  init(limits: ServingLimits, host: String? = nil) async throws {
    self.host = host
    let loop = group.any()
    self.limits = limits
    connections = try await loop.submit {
      let connections = Connections(limits)
      let bound = NIOLoopBound(connections, eventLoop: loop)
      loop.scheduleRepeatedTask(initialDelay: limits.interval, delay: limits.interval) { _ in bound.value.check() }
      return bound
    }.get()
    threads.start()
  }

  /// Serves until the task is cancelled.
  /// - Parameters:
  ///   - service: makes the service that answers requests, from the port that is listened on.
  ///   - announce: is given the port, once connections are accepted.
  /// - Throws: ``SiteSetupError`` when the port cannot be listened on.
  func run(
    port: Int, service: @escaping @Sendable (ListeningAddress, NIOThreadPool) -> RequestHandler.Service,
    announce: (Int) -> Void
  ) async throws {
    let channels: [any Channel]
    do {
      channels = try await bind(port, service)
    } catch {
      await end()
      let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
      let place = host.map { "port \(port) of \($0)" } ?? "port \(port)"
      let other = host == nil ? "--port" : "--port or --host"
      throw SiteSetupError("\(place) cannot be listened on: \(reason); choose another with \(other)")
    }
    announce(channels.first?.localAddress?.port ?? port)
    await withTaskCancellationHandler {
      for channel in channels { try? await channel.closeFuture.get() }
    } onCancel: {
      for channel in channels { channel.close(promise: nil) }
    }
    await end()
  }

  private func end() async {
    let connections = connections
    try? await group.any().submit { connections.value.closeAll() }.get()
    try? await threads.shutdownGracefully()
    try? await group.shutdownGracefully()
  }

  // MARK: Binding

  /// Both addresses that `localhost` may stand for, so that nobody else answers at the one when a browser tries it
  /// first.
  private func bind(
    _ port: Int, _ service: @escaping @Sendable (ListeningAddress, NIOThreadPool) -> RequestHandler.Service
  ) async throws -> [any Channel] {
    // A port that the system chose for one address may be taken at the other.
    for _ in 1..<10 where port == 0 {
      if let channels = try? await bindBoth(port, service) { return channels }
    }
    return try await bindBoth(port, service)
  }

  private func bindBoth(
    _ port: Int, _ service: @escaping @Sendable (ListeningAddress, NIOThreadPool) -> RequestHandler.Service
  ) async throws -> [any Channel] {
    if host == "::" { return [try await bind("::", port, service)] }
    let isWide = host == "0.0.0.0"
    var channels = [try await bind(isWide ? "0.0.0.0" : "127.0.0.1", port, service)]
    let chosen = channels[0].localAddress?.port ?? port
    do {
      if let host, !isWide { channels.append(try await bind(host, chosen, service)) }
      do {
        channels.append(try await bind("::1", chosen, service))
      } catch let error as IOError where [EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT].contains(error.errnoCode) {
        // This machine has no such addresses.
      }
      return channels
    } catch {
      for channel in channels { try? await channel.close() }
      throw error
    }
  }

  private func bind(
    _ address: String, _ port: Int,
    _ service: @escaping @Sendable (ListeningAddress, NIOThreadPool) -> RequestHandler.Service
  ) async throws -> any Channel {
    try await blockBrokenPipes()
    let disposition = signal(SIGPIPE, SIG_DFL)
    defer { _ = signal(SIGPIPE, disposition) }
    let (connections, limits, threads) = (connections, limits, threads)
    return try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 256)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      // Little is read at once, because whatever is read is kept until it is answered.
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 4096))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // The port is known only now, when the system has chosen it.
          let own = channel.localAddress
          let address = ListeningAddress(port: own?.port ?? port, host: own?.ipAddress)
          try Self.add(service(address, threads), connections.value, limits, to: channel.pipeline.syncOperations)
        }
      }
      .bind(host: address, port: port).get()
  }

  private static func add(
    _ service: RequestHandler.Service, _ connections: Connections, _ limits: ServingLimits,
    to pipeline: ChannelPipeline.SynchronousOperations
  ) throws {
    var parsing = NIOHTTPDecoderLimitConfiguration()
    parsing.maxHeaderFieldSize = limits.headBytes
    parsing.maxHeaderListSize = limits.headBytes
    parsing.maxHeaderFieldCount = limits.fields
    let connection = ConnectionGuard(connections)
    try pipeline.addHandler(connection)
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: parsing)))
    try pipeline.addHandler(RequestHandler(service, connection, connections))
  }

  /// The library makes the whole process ignore SIGPIPE, which the programs that a build starts would inherit. It is
  /// enough that the thread that writes to connections does not get the signal.
  private func blockBrokenPipes() async throws {
    try await group.any().submit {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
    }.get()
  }
}
