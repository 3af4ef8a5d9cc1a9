import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import RxTrace

/// Answers the requests on one connection, one after the other. Used on the connection's event loop only.
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The state that all connections share.
  struct Service: Sendable {
    let content: Content
    let rules: RequestRules
    /// The threads that read files, because the system may be slow.
    let threads: NIOThreadPool
    /// Runs programs for the site's pages; nil if the server does not.
    var desk: RunDesk?
  }

  /// The source of the answers.
  enum Content: Sendable {
    /// A site that is built again and again, and the folder of its pages.
    case site(LiveSite, output: String)
    case pages(ServedPages)
  }

  private enum Event {
    case request(HTTPRequestHead)
    /// A request whose body has come as well.
    case order(HTTPRequestHead, ByteBuffer)
    case malformed(Refusal)
  }

  private let service: Service
  private let connection: ConnectionGuard
  private let connections: Connections
  /// Requests that came while the one before them was being answered.
  private var events = CircularBuffer<Event>()
  private var isAnswering = false
  private var isAdvancing = false
  private var isInputClosed = false
  private var isOver = false
  /// Waits for the next build.
  private var wait: Task<Void, Never>?
  /// An order whose body is still coming.
  private var partialOrder: (head: HTTPRequestHead, body: ByteBuffer)?
  /// The run that the connection waits for.
  private var running: RunCancellation?
  private var ends = RequestConnection()

  /// Bytes of a file that are read and sent at once.
  private static let chunk = 128 * 1024

  init(_ service: Service, _ connection: ConnectionGuard, _ connections: Connections) {
    self.service = service
    self.connection = connection
    self.connections = connections
  }

  // MARK: Input

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    ends = RequestConnection(context.channel)
    if connection.isTurnedAway { take(.malformed(.busy), context) } else { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      if isOrder(head) { beginOrder(head) } else { take(.request(head), context) }
    // Other bodies are refused with their head, and the connection ends there.
    case .body(let bytes): partialOrder?.body.writeImmutableBuffer(bytes)
    case .end:
      guard let order = partialOrder else { return }
      partialOrder = nil
      take(.order(order.head, order.body), context)
    }
  }

  /// Whether a body may follow, whose length has been checked. A request that is refused is refused with its head.
  private func isOrder(_ head: HTTPRequestHead) -> Bool {
    guard service.desk != nil, !isAnswering, !isOver else { return false }
    return (try? service.rules.demand(of: head, on: ends)) == .run
  }

  private func beginOrder(_ head: HTTPRequestHead) {
    partialOrder = (head, ByteBuffer())
    connection.beginBody()
  }

  /// The next request is asked for when all that came with the last are answered.
  func channelReadComplete(context: ChannelHandlerContext) {
    if !isAnswering && !isOver { context.read() }
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let error as HTTPParserError: take(.malformed(connection.refusal(of: error)), context)
    // The parser has said already why it reads no further.
    case is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ConnectionGuard.HeadIsLate { take(.malformed(.late), context) }
    if case .inputClosed? = event as? ChannelEvent {
      isInputClosed = true
      // A client that has gone looks the same as one that has said all; neither is told of builds any longer.
      if wait != nil || running != nil || !isAnswering && !isOver { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    events.removeAll()
    endWait()
    endRun()
    context.fireChannelInactive()
  }

  private func take(_ event: Event, _ context: ChannelHandlerContext) {
    guard !isOver, events.count < connections.limits.pipelinedRequests else { return }
    events.append(event)
    advance(context)
  }

  /// Begins the next answer, and the one after it when that one was given at once.
  private func advance(_ context: ChannelHandlerContext) {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while !isAnswering, !isOver, let event = events.popFirst() {
      isAnswering = true
      connection.beginAnswer()
      switch event {
      case .request(let head): answer(head, context)
      case .order(let head, let body): answer(head, byRunning: body, context)
      case .malformed(let refusal): send(Answer(refusal), nil, keepsConnection: false, context)
      }
    }
  }

  // MARK: Output

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    do {
      switch (try service.rules.demand(of: head, on: ends), service.content) {
      case (.file(let path), .site(let site, let output)): answer(head, with: path, of: site, in: output, context)
      case (.status(let version), .site(let site, _)): answer(head, withStatusOf: site, after: version, context)
      case (.file(let path), .pages(let pages)): answer(head, with: path, of: pages, context)
      case (.action(let path, let values), .pages(let pages)): answer(head, by: path, values, of: pages, context)
      case (.session, .site): try answerWithSession(head, context)
      // An order that came while another request was being answered. Its body is unread.
      case (.run, .site): throw Refusal(.tooManyRequests, "an order for a run takes a connection of its own")
      case (.status, .pages), (.action, .site), (.session, .pages), (.run, .pages):
        throw Refusal(.notFound, "there is no such page")
      }
    } catch {
      refuse(head, error, context)
    }
  }

  private func refuse(
    _ head: HTTPRequestHead, _ error: any Error, afterBody isBodyRead: Bool = false, _ context: ChannelHandlerContext
  ) {
    let refusal = error as? Refusal ?? Refusal(.internalServerError, "the page cannot be read")
    // A body that nobody reads would be taken for the next request.
    let isClean = isBodyRead || !RequestRules.hasBody(head.headers)
    let keepsConnection = refusal.keepsConnection && isClean && keepsConnection(head)
    send(Answer(refusal), head, keepsConnection: keepsConnection, context)
  }

  /// The parser reads nothing after a request for another protocol.
  private func keepsConnection(_ head: HTTPRequestHead) -> Bool {
    head.isKeepAlive && !head.headers.contains(name: "upgrade")
  }

  private func send(
    _ answer: Answer, _ head: HTTPRequestHead?, keepsConnection: Bool, _ context: ChannelHandlerContext
  ) {
    writeHead(answer, head, keepsConnection: keepsConnection, context)
    if head?.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil) }
    end(keepsConnection: keepsConnection, context)
  }

  private func writeHead(
    _ answer: Answer, _ head: HTTPRequestHead?, keepsConnection: Bool, _ context: ChannelHandlerContext
  ) {
    let head = answer.head(keepsConnection: keepsConnection, of: head?.version ?? .http1_1)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
  }

  private func end(keepsConnection: Bool, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { [self] _ in
      isAnswering = false
      guard keepsConnection, !isInputClosed || !events.isEmpty else {
        isOver = true
        return connection.linger()
      }
      connection.endAnswer()
      advance(context)
      // An answer that took its time left the connection unread.
      if !isAnswering && !isOver { context.read() }
    }
  }
}

// MARK: Files

extension RequestHandler {
  private func answer(
    _ head: HTTPRequestHead, with path: RequestedPath, of site: LiveSite, in output: String,
    _ context: ChannelHandlerContext
  ) {
    let hasBody = head.method == .GET
    let build = site.status.version
    let opened = service.threads.runIfActive(eventLoop: context.eventLoop) {
      let file = try OpenedFile.open(path, below: output)
      let isRead = hasBody && file.size > 0
      return (file, isRead ? try file.read(from: 0, upTo: min(file.size, Self.chunk)) : ByteBuffer())
    }
    opened.assumeIsolated().whenComplete { [self] result in
      guard !isOver else { return }
      switch result {
      case .success((let file, let first)):
        if file.name.hasSuffix(".html") { site.open(file.name) }
        let keepsConnection = keepsConnection(head)
        writeHead(Answer(of: file, build: build), head, keepsConnection: keepsConnection, context)
        if hasBody {
          send(first, of: file, from: 0, keepsConnection: keepsConnection, context)
        } else {
          end(keepsConnection: keepsConnection, context)
        }
      case .failure(let error): refuse(head, error, context)
      }
    }
  }

  /// Sends a part of a file, and reads the next one when this one has gone.
  private func send(
    _ part: ByteBuffer, of file: OpenedFile, from start: Int, keepsConnection: Bool, _ context: ChannelHandlerContext
  ) {
    let next = start + part.readableBytes
    let body = wrapOutboundOut(.body(.byteBuffer(part)))
    guard next < file.size else {
      context.write(body, promise: nil)
      return end(keepsConnection: keepsConnection, context)
    }
    let (loop, threads) = (context.eventLoop, service.threads)
    let read = context.writeAndFlush(body).flatMap {
      threads.runIfActive(eventLoop: loop) {
        try file.read(from: next, upTo: min(file.size - next, Self.chunk))
      }
    }
    read.assumeIsolated().whenComplete { [self] result in
      guard !isOver else { return }
      switch result {
      case .success(let part): send(part, of: file, from: next, keepsConnection: keepsConnection, context)
      // The answer's length was given, and cannot be kept.
      case .failure: context.close(promise: nil)
      }
    }
  }
}

// MARK: Pages and actions

extension RequestHandler {
  private func answer(
    _ head: HTTPRequestHead, with path: RequestedPath, of pages: ServedPages, _ context: ChannelHandlerContext
  ) {
    let made = service.threads.runIfActive(eventLoop: context.eventLoop) {
      let page = try pages.page(at: path)
      return Answer(ByteBuffer(bytes: page.bytes), type: page.type)
    }
    send(made, head, context)
  }

  private func answer(
    _ head: HTTPRequestHead, by path: RequestedPath, _ values: [String: String], of pages: ServedPages,
    _ context: ChannelHandlerContext
  ) {
    let done = service.threads.runIfActive(eventLoop: context.eventLoop) {
      try pages.perform(path, values)
      return Answer(ByteBuffer(string: "done\n"), type: "text/plain; charset=utf-8")
    }
    send(done, head, context)
  }

  private func send(_ answer: EventLoopFuture<Answer>, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    answer.assumeIsolated().whenComplete { [self] result in
      guard !isOver else { return }
      switch result {
      case .success(let answer): send(answer, head, keepsConnection: keepsConnection(head), context)
      case .failure(let error): refuse(head, error, context)
      }
    }
  }
}

// MARK: The next build

extension RequestHandler {
  private func answer(
    _ head: HTTPRequestHead, withStatusOf site: LiveSite, after version: Int, _ context: ChannelHandlerContext
  ) {
    guard connections.beginWait() else { return refuse(head, Refusal.busy, context) }
    let (seconds, loop) = (connections.limits.longestWait, context.eventLoop)
    let this = NIOLoopBound((self, context), eventLoop: loop)
    wait = Task {
      let status = await site.status(after: version, within: seconds)
      loop.execute {
        let (handler, context) = this.value
        handler.answer(head, with: status, context)
      }
    }
  }

  private func answer(_ head: HTTPRequestHead, with status: LiveSite.Status, _ context: ChannelHandlerContext) {
    guard wait != nil else { return }
    endWait()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let body = (try? encoder.encode(status)) ?? Data()
    send(
      Answer(ByteBuffer(bytes: body), type: "application/json"), head, keepsConnection: keepsConnection(head), context)
  }

  private func endWait() {
    guard let wait else { return }
    wait.cancel()
    connections.endWait()
    self.wait = nil
  }
}

// MARK: Runs

extension RequestHandler {
  private func answerWithSession(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) throws {
    guard let desk = service.desk else { throw Refusal(.notFound, "there is no such page") }
    let answer = Answer(ByteBuffer(bytes: desk.session), type: "application/json")
    send(answer, head, keepsConnection: keepsConnection(head), context)
  }

  private func answer(_ head: HTTPRequestHead, byRunning body: ByteBuffer, _ context: ChannelHandlerContext) {
    let cancellation = RunCancellation()
    let (loop, this) = (context.eventLoop, NIOLoopBound((self, context), eventLoop: context.eventLoop))
    running = cancellation
    do {
      let order = try RunOrder.read(Array(body.readableBytesView))
      try service.desk?.take(order, cancellation) { result in
        loop.execute {
          let (handler, context) = this.value
          handler.answer(head, with: result, context)
        }
      }
    } catch {
      running = nil
      refuse(head, error, afterBody: true, context)
    }
  }

  private func answer(_ head: HTTPRequestHead, with result: Result<Data, any Error>, _ context: ChannelHandlerContext) {
    guard running != nil, !isOver else { return }
    running = nil
    switch result {
    case .success(let data):
      let answer = Answer(ByteBuffer(bytes: data), type: "application/json")
      send(answer, head, keepsConnection: keepsConnection(head), context)
    case .failure(let error): refuse(head, Self.refusal(of: error), afterBody: true, context)
    }
  }

  private static func refusal(of error: any Error) -> Refusal {
    switch error {
    case let refusal as Refusal: refusal
    case is RunCancelled: Refusal(.conflict, "the page has asked for another run")
    default: Refusal(.internalServerError, "\(error)")
    }
  }

  private func endRun() {
    running?.cancel()
    running = nil
  }
}
