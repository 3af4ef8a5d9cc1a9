import Foundation
import InMemoryTracing
import Rx
import RxDistributedTracing
import Tracing

// swift run TracedServer 8080
//
//     curl -H 'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' 'localhost:8080/total?tea,milk'
//
// A server of your own has a backend for tracing instead of these two: it reads the header, and sends the spans on.
let tracer = InMemoryTracer()
InstrumentationSystem.bootstrap(MultiplexInstrument([tracer, TraceParent()]))

let prices = Prices()
let finished = FinishedSpans(of: tracer)

@Sendable func serve(_ connection: Connection) {
  guard let request = connection.readRequest() else { return connection.answer(400, "not a request\n") }
  var context = ServiceContext.topLevel
  InstrumentationSystem.instrument.extract(request.headers, into: &context, using: HeaderExtractor())
  // The subscription belongs to the request, so all of the pipeline has its context.
  ServiceContext.$current.withValue(context) {
    _ = prices.total(of: request.query)
      .traced("GET \(request.path)", ofKind: .server)
      .subscribe(
        onNext: { connection.answer(200, "\($0)\n") },
        onError: { connection.answer(404, "\($0)\n") },
        onDisposed: { finished.printTrees() })
  }
}

do {
  let listener = try Listener(port: CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0)
  print("listening on port \(listener.port)")
  fflush(nil)
  while let connection = listener.accept() { DispatchQueue.global().async { serve(connection) } }
} catch {
  FileHandle.standardError.write(Data("TracedServer: \(error)\n".utf8))
  exit(1)
}
