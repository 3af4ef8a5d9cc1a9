import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import RxTrace

/// Sends requests to one HTTP server, each on a connection of its own, and waits for the answers.
///
/// Any thread may send, and waits for its own answer.
public final class RequestSender: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let host: String
  private let port: Int
  private let timeLimit: TimeAmount

  public struct Answer: Sendable {
    public var status: Int
    public var body: [UInt8]
    /// Seconds after which the server wants to be asked again, if it says so.
    public var retryAfter: Int?
  }

  private static let mostBytesOfAnswer = 1 << 16

  /// - Parameter timeLimit: seconds that a connection may take to be made, and then a request with its answer.
  public init(host: String, port: Int, timeLimit: Int64 = 10) {
    (self.host, self.port, self.timeLimit) = (host, port, .seconds(timeLimit))
  }

  /// Ends the thread that sends. Nothing may be sent afterwards.
  public func close() { try? group.syncShutdownGracefully() }

  /// Sends JSON, and waits for the answer.
  /// - Throws: ``SystemError/failed(_:)`` with the reason why there is none.
  public func post(_ body: [UInt8], to path: String) throws -> Answer {
    let answer = group.any().makePromise(of: Answer.self)
    let (head, timeLimit) = (head(path, body.count), timeLimit)
    ClientBootstrap(group: group).connectTimeout(timeLimit)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHTTPClientHandlers()
          try pipeline.addHandler(NIOHTTPClientResponseAggregator(maxContentLength: Self.mostBytesOfAnswer))
          try pipeline.addHandler(AnswerHandler(head, body, answer, timeLimit))
        }
      }
      .connect(host: host, port: port).cascadeFailure(to: answer)
    do {
      return try answer.futureResult.wait()
    } catch {
      throw SystemError.failed(Self.reason(error))
    }
  }

  private func head(_ path: String, _ count: Int) -> HTTPRequestHead {
    let name = host.contains(":") ? "[\(host)]" : host
    return HTTPRequestHead(
      version: .http1_1, method: .POST, uri: path,
      headers: [
        "Host": "\(name):\(port)", "Content-Type": "application/json", "Content-Length": "\(count)",
        "User-Agent": "headwater", "Connection": "close",
      ])
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { reason($0.error) } ?? "there is no such host"
    case ChannelError.connectTimeout: "no connection in time"
    case let error as AnswerHandler.Failure: error.rawValue
    default: "\(error)"
    }
  }
}

/// Sends a request as soon as there is a connection, and receives the answer.
private final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = NIOHTTPClientResponseFull
  typealias OutboundOut = HTTPClientRequestPart

  enum Failure: String, Error {
    case late = "no answer in time"
    case closed = "the connection was closed before the answer"
  }

  private let head: HTTPRequestHead
  private let body: [UInt8]
  private let answer: EventLoopPromise<RequestSender.Answer>
  private let timeLimit: TimeAmount
  private var timer: Scheduled<Void>?

  init(
    _ head: HTTPRequestHead, _ body: [UInt8], _ answer: EventLoopPromise<RequestSender.Answer>, _ timeLimit: TimeAmount
  ) {
    (self.head, self.body, self.answer, self.timeLimit) = (head, body, answer, timeLimit)
  }

  func channelActive(context: ChannelHandlerContext) {
    let (answer, channel) = (answer, context.channel)
    timer = context.eventLoop.scheduleTask(in: timeLimit) {
      answer.fail(Failure.late)
      channel.close(promise: nil)
    }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let response = unwrapInboundIn(data)
    answer.succeed(
      RequestSender.Answer(
        status: Int(response.head.status.code), body: response.body.map { Array(buffer: $0) } ?? [],
        retryAfter: response.head.headers.first(name: "Retry-After").flatMap { Int($0) }))
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    answer.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    answer.fail(Failure.closed)
  }
}
