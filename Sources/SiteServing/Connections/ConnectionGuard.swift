import NIOCore
import NIOHTTP1

/// Stands between a connection and the parser: sees that requests come whole and in time, that answers are taken, and
/// that a connection ends without its last answer being lost.
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// Sent on to the handler of requests when a head has not come whole in time.
  struct HeadIsLate: Sendable {}

  private enum Phase { case idle, head, body, answering, lingering }

  /// When the present phase began.
  private(set) var since = NIODeadline.now()
  /// Whether the connection is one too many.
  private(set) var isTurnedAway = false
  private var phase = Phase.idle { didSet { since = .now() } }
  private var beginning = RequestBeginning()
  private var unfinishedWrites = 0
  private var lastProgress = NIODeadline.now()
  private var lingered = 0
  private var isInputClosed = false
  private var context: ChannelHandlerContext?
  private let connections: Connections

  init(_ connections: Connections) { self.connections = connections }

  /// Whether no request on it would go unanswered if it were closed now.
  var isDispensable: Bool { phase != .answering }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    isTurnedAway = !connections.add(self)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    connections.remove(self)
  }

  func channelInactive(context: ChannelHandlerContext) {
    connections.remove(self)
    context.fireChannelInactive()
  }

  // MARK: Input

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    guard phase != .lingering else { return drop(bytes.readableBytes) }
    if phase == .idle {
      phase = .head
      beginning = RequestBeginning()
    }
    if phase == .head { beginning.append(bytes) }
    context.fireChannelRead(data)
    if phase == .head, beginning.count > connections.limits.rawHeadBytes {
      context.fireErrorCaught(HTTPParserError.headerOverflow)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if phase == .lingering { context.read() }
    context.fireChannelReadComplete()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent {
      isInputClosed = true
      if phase == .lingering { return close() }
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func drop(_ count: Int) {
    lingered += count
    if lingered > connections.limits.lingerBytes { close() }
  }

  // MARK: Output

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if unfinishedWrites == 0 { lastProgress = .now() }
    unfinishedWrites += 1
    let promise = promise ?? context.eventLoop.makePromise()
    promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in
      self?.unfinishedWrites -= 1
      self?.lastProgress = .now()
    }
    context.write(data, promise: promise)
  }

  // MARK: Messages of the request handler

  /// A whole head has come, and its body is wanted.
  func beginBody() { phase = .body }

  /// A whole request has come.
  func beginAnswer() {
    phase = .answering
    // How the next one begins, which may have come with this one, is not known.
    beginning = RequestBeginning()
  }

  /// It was answered, and the next one may come.
  func endAnswer() { phase = .idle }

  /// Nothing more will be answered. Further input is read and dropped for a while: a system that closes a connection
  /// with unread bytes in it takes back the answer as well.
  func linger() {
    phase = .lingering
    guard let context, !isInputClosed else { return close() }
    context.close(mode: .output).assumeIsolated().whenFailure { [weak self] _ in self?.close() }
    context.read()
  }

  /// The refusal of a malformed request.
  func refusal(of error: HTTPParserError) -> Refusal { beginning.refusal(of: error) }

  func close() { context?.close(promise: nil) }

  // MARK: Time

  func check(_ now: NIODeadline) {
    let limits = connections.limits
    if unfinishedWrites > 0, now - lastProgress > limits.writeTime { return close() }
    switch phase {
    case .idle where now - since > limits.idleTime, .lingering where now - since > limits.lingerTime: close()
    case .head where now - since > limits.headTime, .body where now - since > limits.headTime:
      context?.fireUserInboundEventTriggered(HeadIsLate())
    default: break
    }
  }
}
