import InMemoryTracing
import Tracing

/// Reads the header `traceparent` of the W3C: `00-TRACE-SPAN-FLAGS`, in hexadecimal digits.
struct TraceParent: Instrument {
  private static let header = "traceparent"

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {
    guard let text = extractor.extract(key: Self.header, from: carrier) else { return }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0] == "00", Self.isIdentifier(parts[1], digits: 32),
      Self.isIdentifier(parts[2], digits: 16)
    else { return }
    context.inMemorySpanContext = InMemorySpanContext(traceID: parts[1], spanID: parts[2], parentSpanID: nil)
  }

  /// This server calls no other one.
  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {}

  private static func isIdentifier(_ text: String, digits: Int) -> Bool {
    text.count == digits && text.allSatisfy(\.isHexDigit) && text.contains { $0 != "0" }
  }
}

struct HeaderExtractor: Extractor {
  func extract(key: String, from headers: [String: String]) -> String? { headers[key] }
}
