import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import RxTrace

/// Answers the requests on one connection, one after the other, and closes the connection after a refused request.
struct RequestHandler: Sendable {
  typealias Connection = NIOAsyncChannel<NIOHTTPServerRequestFull, HTTPServerResponsePart>
  private typealias Writer = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

  /// The state that all connections share.
  struct Service: Sendable {
    let content: Content
    let rules: RequestRules
    /// The threads that read files, because the system may be slow.
    let threads: NIOThreadPool
    /// The desk that runs programs for the site's pages; nil if the server does not run programs.
    var desk: RunDesk?
    /// Opens a line of a page's file in the editor; nil if the server does not open files.
    var open: SiteServer.OpenFile?
  }

  /// The source of the answers.
  enum Content: Sendable {
    /// A site that is built repeatedly, and the folder of its pages.
    case site(LiveSite, output: String)
    case pages(ServedPages)
  }

  let service: Service
  let limits: ServingLimits
  /// The places for requests that wait for the next build.
  let waits: Places

  /// The number of bytes of a file that are read and sent at once.
  private static let chunk = 128 * 1024

  /// Serves until either side closes the connection. Work for a client is cancelled when the client leaves.
  func serve(_ connection: Connection) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await connection.channel.closeFuture.get() }
      group.addTask {
        // An error means that the client has left, or has sent a request that cannot be answered.
        try? await connection.executeThenClose { requests, writer in
          try await answer(requests, on: connection.channel, by: writer)
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func answer(
    _ requests: NIOAsyncChannelInboundStream<NIOHTTPServerRequestFull>, on channel: any Channel, by writer: Writer
  ) async throws {
    var requests = requests.makeAsyncIterator()
    let client = RequestConnection(channel)
    while true {
      let deadline = Self.deadline(limits.requestTime, of: channel)
      guard let request = try await requests.next() else { return }
      deadline.cancel()
      let answer = await answer(to: request, from: client)
      // The parser stops after a request for another protocol.
      let keepsConnection =
        answer.status == .ok && request.head.isKeepAlive && !request.head.headers.contains(name: "upgrade")
      try await send(answer, to: request.head, keepsConnection, on: channel, by: writer)
      guard keepsConnection else { return }
    }
  }

  private func answer(to request: NIOHTTPServerRequestFull, from client: RequestConnection) async -> Answer {
    do {
      switch (try service.rules.demand(of: request.head, on: client), service.content) {
      case (.file(let path), .site(let site, let output)): return try await answer(with: path, of: site, in: output)
      case (.status(let version, let news), .site(let site, _)):
        return try await answer(withStatusOf: site, after: version, news)
      case (.file(let path), .pages(let pages)): return try await answer(with: path, of: pages)
      case (.action(let path, let values), .pages(let pages)): return try await answer(by: path, values, of: pages)
      case (.action(_, let values), .site(let site, _)): return try await answer(byOpening: values, of: site)
      case (.session, .site): return Answer(json: try desk().session)
      case (.run, .site): return Answer(json: try await run(request.body))
      case (.status, .pages), (.session, .pages), (.run, .pages):
        throw Refusal(.notFound, "there is no such page")
      }
    } catch let refusal as Refusal {
      return Answer(refusal)
    } catch is RunCancelled {
      return Answer(Refusal(.conflict, "the page has asked for another run"))
    } catch {
      return Answer(Refusal(.internalServerError, "\(error)"))
    }
  }

  // MARK: Output

  private func send(
    _ answer: Answer, to head: HTTPRequestHead, _ keepsConnection: Bool, on channel: any Channel, by writer: Writer
  ) async throws {
    func write(_ part: HTTPServerResponsePart) async throws {
      let deadline = Self.deadline(limits.writeTime, of: channel)
      try await writer.write(part)
      deadline.cancel()
    }
    try await write(.head(answer.head(keepsConnection: keepsConnection, of: head.version)))
    if head.method != .HEAD {
      try await write(.body(.byteBuffer(answer.body)))
      if let file = answer.file { try await read(file) { try await write(.body(.byteBuffer($0))) } }
    }
    try await write(.end(nil))
  }

  /// Reads a file piece by piece.
  /// - Throws: ``Refusal`` if the file is shorter than its answer announced.
  private func read(_ file: OpenedFile, _ send: (ByteBuffer) async throws -> Void) async throws {
    var offset = 0
    while offset < file.size {
      let start = offset
      let part = try await service.threads.runIfActive {
        try file.read(from: start, upTo: min(file.size - start, Self.chunk))
      }
      try await send(part)
      offset += part.readableBytes
    }
  }

  /// Closes the connection when the time is up, unless the returned task is cancelled.
  private static func deadline(_ time: TimeAmount, of channel: any Channel) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  // MARK: Answers

  private func answer(with path: RequestedPath, of site: LiveSite, in output: String) async throws -> Answer {
    let status = site.status
    do {
      let file = try await service.threads.runIfActive { try OpenedFile.open(path, below: site.folder(of: output)) }
      if file.name.hasSuffix(".html") { site.open(file.name) }
      return Answer(of: file, build: status.version)
    } catch let refusal as Refusal where refusal.isForNow {
      guard let building = status.building else { throw refusal }
      throw Refusal(
        .notFound,
        "\(path.relative) is not made yet: \(building.made) of \(building.total) pages are ready. It will come by itself.",
        isForNow: true)
    }
  }

  private func answer(withStatusOf site: LiveSite, after version: Int, _ news: Int?) async throws -> Answer {
    let status = try await waits.occupying { await site.status(after: version, news, within: limits.longestWait) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Answer(json: try encoder.encode(status))
  }

  private func answer(with path: RequestedPath, of pages: ServedPages) async throws -> Answer {
    try await service.threads.runIfActive {
      let page = try pages.page(at: path)
      return Answer(ByteBuffer(bytes: page.bytes), type: page.type)
    }
  }

  private func answer(by path: RequestedPath, _ values: [String: String], of pages: ServedPages) async throws -> Answer
  {
    try await service.threads.runIfActive {
      try pages.perform(path, values)
      return Answer(ByteBuffer(string: "done\n"), type: "text/plain; charset=utf-8")
    }
  }

  private func answer(byOpening values: [String: String], of site: LiveSite) async throws -> Answer {
    guard let open = service.open, let file = values["file"], let line = values["line"].flatMap({ Int($0) }), line > 0
    else {
      throw Refusal(.badRequest, "malformed order for the editor")
    }
    return try await service.threads.runIfActive {
      guard let url = try site.builder().pageFile(at: file) else {
        throw Refusal(.notFound, "\(file) is not a file that a page of the site is made from")
      }
      do {
        try open(url, line)
      } catch {
        throw Refusal(.unprocessableEntity, "\(error)")
      }
      return Answer(ByteBuffer(string: "done\n"), type: "text/plain; charset=utf-8")
    }
  }

  private func run(_ body: ByteBuffer?) async throws -> Data {
    let order = try RunOrder.read(Array((body ?? ByteBuffer()).readableBytesView))
    return try await desk().carryOut(order)
  }

  private func desk() throws -> RunDesk {
    guard let desk = service.desk else { throw Refusal(.notFound, "there is no such page") }
    return desk
  }
}
