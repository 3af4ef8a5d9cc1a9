import Foundation
import Rx

#if canImport(FoundationNetworking)
  // In this module rather than in the engine, because few programs need it, and loading it takes some milliseconds.
  import FoundationNetworking
#endif

/// A response that ``Rx/Reactive/data(request:)`` or ``Rx/Reactive/json(request:options:)`` does not accept.
public enum RxCocoaURLError: Swift.Error {
  /// The session returned neither a response nor an error.
  case unknown
  /// The response came by another protocol than HTTP.
  case nonHTTPResponse(response: URLResponse)
  /// The status is not between 200 and 299.
  case httpRequestFailed(response: HTTPURLResponse, data: Data?)
  /// The data is not JSON.
  case deserializationError(error: any Swift.Error)
}

extension RxCocoaURLError: CustomDebugStringConvertible {
  public var debugDescription: String {
    switch self {
    case .unknown: "the session returned neither a response nor an error"
    case .nonHTTPResponse(let response): "the response is not an HTTP response: \(response)"
    case .httpRequestFailed(let response, _): "the HTTP request failed with status \(response.statusCode)"
    case .deserializationError(let error): "the data is not JSON: \(error)"
    }
  }
}

extension Reactive where Base: URLSession {
  /// Decides which requests are printed, with the status and the time of their responses. None by default.
  ///
  ///     URLSession.rx.shouldLogRequest = { $0.url?.host == "example.com" }
  public static var shouldLogRequest: (URLRequest) -> Bool {
    get { requestLogging.value }
    set { requestLogging.value = newValue }
  }

  /// The response to a request and its data. Each subscription sends the request; disposal cancels it.
  ///
  /// It fails with the session's error. A response with any status is an element. Events come on the session's queue.
  public func response(request: URLRequest) -> Observable<(response: HTTPURLResponse, data: Data)> {
    let session = base
    return Observable.create { observer in
      // The session decides on which thread the response comes.
      nonisolated(unsafe) let observer = observer
      // Its state is atomic.
      nonisolated(unsafe) let cancellation = BooleanDisposable()
      let start = Date()
      let task = session.dataTask(with: request) { data, response, error in
        if Self.shouldLogRequest(request) { log(request, response, error, since: start) }
        // The session reports a cancelled request as failed, when nobody is subscribed any more.
        if cancellation.isDisposed { return }
        if let error { return observer.onError(error) }
        guard let response, let data else { return observer.onError(RxCocoaURLError.unknown) }
        guard let response = response as? HTTPURLResponse else {
          return observer.onError(RxCocoaURLError.nonHTTPResponse(response: response))
        }
        observer.onNext((response, data))
        observer.onCompleted()
      }
      task.resume()
      return Disposables.create {
        cancellation.dispose()
        task.cancel()
      }
    }
  }

  /// The data of the response to a request; the sequence fails unless the status is between 200 and 299.
  public func data(request: URLRequest) -> Observable<Data> {
    response(request: request).map { response, data in
      guard 200..<300 ~= response.statusCode else {
        throw RxCocoaURLError.httpRequestFailed(response: response, data: data)
      }
      return data
    }
  }

  /// The response to a request, read by `JSONSerialization`. The sequence fails if the data is not JSON, and whenever
  /// the sequence of ``data(request:)`` fails.
  public func json(request: URLRequest, options: JSONSerialization.ReadingOptions = []) -> Observable<Any> {
    data(request: request).map { data in
      do {
        return try JSONSerialization.jsonObject(with: data, options: options)
      } catch {
        throw RxCocoaURLError.deserializationError(error: error)
      }
    }
  }

  /// The response of a URL, read by `JSONSerialization`.
  ///
  ///     URLSession.shared.rx.json(url: url).subscribe(onNext: { print($0) })
  public func json(url: URL) -> Observable<Any> { json(request: URLRequest(url: url)) }
}

/// Outside of ``Rx/Reactive``, because generic types cannot have stored static properties.
private let requestLogging = RequestLogging()

private final class RequestLogging: @unchecked Sendable {
  private let lock = NSLock()
  private var shouldLog: (URLRequest) -> Bool = { _ in false }

  var value: (URLRequest) -> Bool {
    get { lock.withLock { shouldLog } }
    set { lock.withLock { shouldLog = newValue } }
  }
}

private func log(_ request: URLRequest, _ response: URLResponse?, _ error: (any Error)?, since start: Date) {
  let address = request.url?.absoluteString ?? ""
  let outcome = (response as? HTTPURLResponse).map { "status \($0.statusCode)" } ?? error.map { "\($0)" } ?? "no answer"
  let milliseconds = Int(Date().timeIntervalSince(start) * 1000)
  print("\(request.httpMethod ?? "GET") \(address): \(outcome) after \(milliseconds) ms")
}
