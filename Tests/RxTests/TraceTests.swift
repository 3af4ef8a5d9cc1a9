import Foundation
import Rx
import RxTrace
import Testing

#if os(Linux)
  private let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
  private let fileSize = RLIMIT_FSIZE
#endif

extension EngineTests {
  /// The steps of a run, read from its trace file.
  @Suite struct Traces {
    @Test("create, subscribe, send: every call, in order, nested as it was made")
    func coreFlow() throws {
      let trace = try trace {
        let source = Observable<String>.create { observer in
          observer.onNext("hello")
          observer.onCompleted()
          return Disposables.create()
        }
        _ = source.subscribe(onNext: { _ in })
      }
      #expect(
        trace.outline == """
          AnonymousObservable#1 subscribe(onNext:)
            AnonymousObservable#1 subscribe
              CurrentThreadScheduler#1 schedule
                CurrentThreadScheduler#1 scheduledAction
                  AnonymousObservable#1 run
                    AnonymousObservableSink#1 closure
                      AnonymousObservableSink#1 on next "hello"
                        AnonymousObservableSink#1 forwardOn next "hello"
                          AnonymousObserver#1 on next "hello"
                            AnonymousObserver#1 onCore next "hello"
                              AnonymousObserver#1 closure next "hello"
                      AnonymousObservableSink#1 on completed
                        AnonymousObservableSink#1 forwardOn completed
                          AnonymousObserver#1 on completed
                            AnonymousObserver#1 onCore completed
                        AnonymousObservableSink#1 dispose
                          SinkDisposer#1 dispose
          """)
      #expect(trace.isComplete && trace.droppedRecords == 0 && trace.threads.count == 1)
    }

    @Test("each call has the engine's source line that made it")
    func sites() throws {
      let trace = try trace { _ = Observable.just(1).map { $0 }.subscribe() }
      let files = Set(trace.steps.compactMap { $0.site?.file })
      #expect(
        files.isSuperset(of: [
          "Rx/Producer.swift", "Rx/Map.swift", "Rx/Just.swift", "Rx/ObservableType+Subscribe.swift",
        ]))
    }

    @Test("objects have the objects that they hold, and the place where they were made")
    func objects() throws {
      let trace = try trace { _ = Observable.just(1).map { $0 }.subscribe() }
      let map = try #require(trace.objects.first { $0.typeName == "Map" })
      #expect(map.fullTypeName == "Map<Int, Int>" && map.role == .observable)
      #expect(map.links.map { "\($0.name) \(trace.name(of: $0.target))" } == ["source Just#1"])
      #expect(!map.assembly.isEmpty)
      let sink = try #require(trace.objects.first { $0.typeName == "MapSink" })
      #expect(sink.links.map(\.name).contains("observer") && sink.role == .sink)
    }

    @Test("an operator written outside the engine is traced without code for tracing")
    func customOperator() throws {
      let trace = try trace { _ = Observable.of(1, 2).doubled().subscribe(onNext: { _ in }) }
      #expect(trace.steps.filter { $0.kind == .forwardOn && trace.name(of: $0.object) == "DoubledSink#1" }.count == 3)
      #expect(trace.steps.contains { $0.kind == .run && trace.name(of: $0.object) == "Doubled#1" })
      let site = trace.steps.first { $0.kind == .forwardOn && trace.name(of: $0.object) == "DoubledSink#1" }?.site
      #expect(site?.file == "RxTests/TraceTests.swift")
    }

    @Test("each call is recorded once", arguments: [0, 1, 7])
    func counts(elements: Int) throws {
      let trace = try trace {
        _ = Observable.from(Array(0..<elements)).map { $0 }.filter { $0 % 2 == 0 }.subscribe(onNext: { _ in })
      }
      let passed = (elements + 1) / 2
      #expect(trace.count(.subscribe) == 3)
      #expect(trace.count(.run) == 3)
      #expect(trace.count(.forwardOn) == (elements + 1) * 2 + passed + 1)
      #expect(trace.count(.onCore) == passed + 1)
    }

    @Test("a waiting action refers to the call that scheduled it")
    func causes() throws {
      let trace = try trace { _ = Observable.of(1).subscribe() }
      let action = try #require(trace.steps.last { $0.kind == .scheduledAction })
      let cause = try #require(action.cause)
      #expect(trace.steps[cause].kind == .schedule && cause < action.index)
    }

    @Test(
      "strings are kept in full, and those within other values up to 256 bytes",
      arguments: ["", "short", "longer than eight bytes", String(repeating: "长", count: 5000)])
    func values(text: String) throws {
      let trace = try trace {
        _ = Observable.just(text).subscribe()
        _ = Observable.just([text]).subscribe()
      }
      let values = trace.steps.filter { $0.kind == .onCore }.compactMap(\.value)
      let within = text.count > 256 ? text.prefix(85) + "…" : text[...]
      #expect(values.map(\.text) == [text.debugDescription, "\([String(within)])"])
    }

    @Test func numbers() throws {
      let trace = try trace {
        _ = Observable.just(-7).subscribe()
        _ = Observable.just(UInt64.max).subscribe()
        _ = Observable.just(1.5).subscribe()
        _ = Observable.just(true).subscribe()
        _ = Observable.just(()).subscribe()
        _ = Observable<Int>.error(TestError.first).subscribe(onError: { _ in })
      }
      let values = trace.steps.filter { $0.kind == .onCore }.compactMap { $0.value?.text }
      #expect(values == ["-7", "\(UInt64.max)", "1.5", "true", "()", "first"])
    }

    @Test("a description that uses the engine is not recorded")
    func descriptionsThatSubscribe() throws {
      struct Chatty: CustomStringConvertible {
        var description: String {
          _ = Observable.of(1, 2, 3).subscribe()
          return "chatty"
        }
      }
      let trace = try trace { _ = Observable.just(Chatty()).subscribe() }
      #expect(trace.count(.subscribe) == 1)
      #expect(trace.steps.first { $0.kind == .onCore }?.value?.text == "chatty")
    }

    @Test("a description that sends its own value is not called again")
    func descriptionsThatSendThemselves() throws {
      struct Echo: CustomStringConvertible {
        let subject: PublishSubject<Echo>
        var description: String {
          if subject.hasObservers { subject.onNext(self) }
          return "echo"
        }
      }
      let subject = PublishSubject<Echo>()
      var received = 0
      let subscription = subject.subscribe(onNext: { _ in received += 1 })
      let trace = try trace { _ = Observable.just(Echo(subject: subject)).subscribe() }
      subscription.dispose()
      #expect(received > 0 && trace.count(.subscribe) == 1)
      #expect(trace.steps.first { $0.kind == .onCore }?.value?.text == "echo")
    }

    @Test("an event forwarded after disposal is recorded as undelivered")
    func undelivered() throws {
      let trace = try trace {
        let probe = Probe<Int>()
        probe.observable.subscribe().dispose()
        probe.observer?.onNext(1)
      }
      let lost = trace.steps.filter { !$0.isDelivered }
      #expect(lost.map(\.kind) == [.forwardOn])
      #expect(trace.count(.onCore) == 0)
    }

    @Test("each thread keeps its own nesting")
    func threads() throws {
      let trace = try trace {
        nonisolated(unsafe) let subject = PublishSubject<Int>()
        _ = subject.subscribe()
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "sender").async {
          subject.onNext(1)
          done.signal()
        }
        done.wait()
        subject.onNext(2)
      }
      let sent = trace.steps.filter { $0.kind == .on && trace.name(of: $0.object) == "PublishSubject#1" }
      #expect(sent.map(\.depth) == [0, 0] && sent[0].thread != sent[1].thread)
      #expect(sent[0].queue == "sender" && sent[1].queue != "sender")
    }

    @Test("what a thread that has nothing to do with a test does meanwhile is not in the test's trace")
    func strangers() throws {
      nonisolated(unsafe) let stranger = PublishSubject<Int>()
      let subscription = stranger.map { $0 }.subscribe()
      let trace = try trace {
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "stranger").async {
          stranger.onNext(1)
          done.signal()
        }
        done.wait()
        _ = Observable.just(1).subscribe()
      }
      subscription.dispose()
      #expect(trace.threads.count == 1 && trace.name(of: trace.steps[0].object) == "Just#1")
    }

    @Test("two recordings of one object do not mix")
    func recordings() throws {
      let subject = PublishSubject<Int>()
      _ = subject.subscribe()
      let first = try trace { subject.onNext(1) }
      subject.onNext(2)
      let second = try trace { subject.onNext(3) }
      #expect(first.outline.contains("PublishSubject#1 on next 1") && !first.outline.contains("next 2"))
      #expect(second.outline == first.outline.replacing("next 1", with: "next 3"))
    }

    @Test("calls during which a recording ended do not enclose calls of the next recording")
    func recordingsThatEndWithinCalls() throws {
      nonisolated(unsafe) let subject = PublishSubject<Int>()
      let isInside = DispatchSemaphore(value: 0)
      let mayGoOn = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      _ = subject.subscribe(onNext: { _ in
        isInside.signal()
        mayGoOn.wait()
        _ = Observable.just("inner").subscribe()
      })
      _ = subject.subscribe(onNext: { _ in })
      _ = try trace {
        DispatchQueue(label: "sender").async {
          subject.onNext(1)
          done.signal()
        }
        isInside.wait()
      }
      let second = try trace {
        mayGoOn.signal()
        done.wait()
      }
      #expect(second.count(.onCore) == 3)
      #expect(second.steps.allSatisfy { ($0.parent == nil) == ($0.depth == 0) })
    }

    @Test("threads that start recordings at once do not damage each other's files")
    func recordingsAtOnce() throws {
      let folder = NSTemporaryDirectory() + "headwater-at-once-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      DispatchQueue.concurrentPerform(iterations: 40) { number in
        try? TraceRecorder.record(to: "\(folder)/\(number)") { _ = Observable.just(number).subscribe() }
      }
      // The others were told that there is a recording already.
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!files.isEmpty)
      for file in files { #expect(try Trace(contentsOf: "\(folder)/\(file)").isComplete) }
    }

    @Test("a second recording into a file is an error that names the first, which goes on")
    func secondFile() throws {
      let folder = NSTemporaryDirectory() + "headwater-second-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var hasRun = false
      try TraceRecorder.record(to: "\(folder)/first") {
        #expect {
          try TraceRecorder.record(to: "\(folder)/second") { hasRun = true }
        } throws: { error in
          "\(error)" == """
            \(folder)/second: cannot record a trace there, because this program is recorded into \(folder)/first \
            already: end that recording first, or use its file
            """
        }
        _ = Observable.just(1).subscribe()
      }
      #expect(!hasRun)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["first"])
      let first = try Trace(contentsOf: "\(folder)/first")
      #expect(first.isComplete && first.count(.onCore) == 2)
    }

    @Test("a size limit that is too small for the header is an error")
    func tinySizeLimit() throws {
      let path = NSTemporaryDirectory() + "headwater-tiny-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect {
        try TraceRecorder.record(to: path, maximumSize: 1000) {}
      } throws: { error in
        "\(error)" == "\(path): cannot record a trace there: a recording needs at least 524288 bytes"
      }
    }

    @Test("the system's limit on file sizes, beyond which it would end the program")
    func fileSizeLimit() throws {
      var old = rlimit()
      getrlimit(fileSize, &old)
      var new = rlimit(rlim_cur: 1 << 19, rlim_max: old.rlim_max)
      let trace = try trace {
        setrlimit(fileSize, &new)
        defer { setrlimit(fileSize, &old) }
        _ = Observable.from(Array(1...20_000)).subscribe()
      }
      #expect(trace.droppedRecords > 0 && trace.dropReason == UInt32(EFBIG))
    }

    @Test("at the size limit, the file keeps its beginning and its end, and the program goes on")
    func sizeLimit() throws {
      let path = NSTemporaryDirectory() + "headwater-limit-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      var sum = 0
      try TraceRecorder.record(to: path, maximumSize: 1 << 19) {
        _ = Observable.from(Array(1...20_000)).subscribe(onNext: { sum += $0 })
      }
      let trace = try Trace(contentsOf: path)
      #expect(sum == 200_010_000)
      #expect(trace.removedRecords > 0 && trace.droppedRecords == 0 && trace.damagedSlots == 0)
      #expect(trace.steps.first?.kind == .subscribeClosures)
      #expect(trace.steps.last { $0.kind == .closure }?.value?.text == "20000")
      // Each element is in three records of calls; a few others tell of the subscription.
      let recorded = trace.steps.count { $0.kind != .on } + Int(trace.removedRecords)
      #expect((60_000...60_050).contains(recorded))
      let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      #expect(size <= 1 << 19)
    }

    @Test("the count of dropped records is exact at any time, so that a killed program's recording has it")
    func exactCount() throws {
      let path = NSTemporaryDirectory() + "headwater-count-\(UUID().uuidString).hwtrace"
      defer { try? FileManager.default.removeItem(atPath: path) }
      var old = rlimit()
      getrlimit(fileSize, &old)
      var new = rlimit(rlim_cur: 1 << 19, rlim_max: old.rlim_max)
      #expect(try TraceRecorder.begin(path: path, maximumSize: 1 << 32))
      setrlimit(fileSize, &new)
      _ = Observable.from(Array(1...20_000)).subscribe()
      setrlimit(fileSize, &old)
      let underWay = try Trace(contentsOf: path).droppedRecords
      TraceRecorder.end()
      #expect(underWay > 1 && underWay & (underWay - 1) != 0)
      #expect(try Trace(contentsOf: path).droppedRecords == underWay)
    }

    @Test("a path that cannot be written to is an error with the path")
    func unwritable() {
      #expect(throws: TraceRecordingError.self) { try TraceRecorder.record(to: "/nowhere/run.hwtrace") {} }
      do {
        try TraceRecorder.record(to: "/nowhere/run.hwtrace") {}
      } catch {
        #expect("\(error)" == "/nowhere/run.hwtrace: cannot record a trace there: No such file or directory")
      }
    }

    @Test("an error thrown while recording ends the recording")
    func throwing() throws {
      #expect(throws: TestError.first) { _ = try trace { throw TestError.first } }
      #expect(try trace { _ = Observable.just(1).subscribe() }.count(.subscribe) == 1)
    }
  }
}

extension ObservableType where Element == Int {
  func doubled() -> Observable<Int> { Doubled(asObservable(), DoubledSink.init) }
}

private final class Doubled: Operator<Int, Int> {}

private final class DoubledSink: Sink<Int, Int> {
  override func on(next element: Int) { forwardOn(next: element * 2) }
}
