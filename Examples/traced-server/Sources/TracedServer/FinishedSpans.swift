import Foundation
import InMemoryTracing
import Synchronization
import Tracing

/// The spans that have ended. Those of a request are printed as a tree when the request's own has ended, and forgotten.
final class FinishedSpans: Sendable {
  private let tracer: InMemoryTracer
  private let spans = Mutex<[FinishedInMemorySpan]>([])

  init(of tracer: InMemoryTracer) { self.tracer = tracer }

  func printTrees() {
    spans.withLock { spans in
      spans += tracer.popFinishedSpans()
      for request in spans where request.kind == .server {
        let caller = request.parentSpanID.map { "below \($0)" } ?? "without a caller"
        print("trace \(request.traceID), \(caller)")
        for (depth, span) in Self.tree(request, spans) {
          print(String(repeating: "  ", count: depth + 1) + Self.text(span))
          spans.removeAll { $0.spanID == span.spanID }
        }
      }
    }
    fflush(nil)
  }

  /// A span, and those below it, in the order in which they began.
  private static func tree(_ span: FinishedInMemorySpan, _ spans: [FinishedInMemorySpan], _ depth: Int = 0)
    -> [(depth: Int, span: FinishedInMemorySpan)]
  {
    let below = spans.filter { $0.parentSpanID == span.spanID }.sorted { start($0) < start($1) }
    return [(depth, span)] + below.flatMap { tree($0, spans, depth + 1) }
  }

  private static func start(_ span: FinishedInMemorySpan) -> UInt64 { span.startInstant.nanosecondsSinceEpoch }

  private static func text(_ span: FinishedInMemorySpan) -> String {
    span.operationName + (span.errors.first.map { ", failed: \($0.error)" } ?? "")
  }
}
