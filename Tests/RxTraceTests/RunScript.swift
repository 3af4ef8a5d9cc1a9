import RxTrace
import TraceFormat

/// Writes a run for tests as nested calls: it assigns threads, depths and numbers of objects.
struct RunScript {
  private(set) var writer = TraceWriter()
  private var objects: [String: UInt32] = [:]
  private var thread: UInt16 = 1
  private var depths: [UInt16: UInt16] = [:]
  private var sites: UInt32 = 0

  /// Names an object that calls are about: `object("map", "MapSink<Int>", .sink, observer: "end")`.
  mutating func object(_ name: String, _ type: String, _ role: ObjectRole, observer: String? = nil) {
    let number = UInt32(objects.count + 1)
    objects[name] = number
    let delivers = observer.map { objects[$0]! } ?? 0
    writer.add(.defineObject, role.rawValue, object: number, site: delivers, .string(type))
    if let observer { link(name, "observer", observer) }
  }

  mutating func link(_ holder: String, _ property: String, _ held: String) {
    writer.add(.defineLink, object: objects[holder]!, site: objects[held]!, .string(property))
  }

  /// The place at which an object was made, as a return address.
  mutating func made(_ name: String, at offset: UInt8) {
    writer.add(.defineImage, object: 1, .string("/nowhere/program"))
    writer.add(
      .defineAssembly, object: objects[name]!,
      .bytes(
        [1] + .init(repeating: 0, count: 7) + [offset]
          + .init(repeating: 0, count: 7)))
  }

  /// A call, and within it those of `body`.
  @discardableResult
  mutating func call(
    _ kind: RecordKind, _ object: String, _ event: EventCode = .none, _ value: TraceWriter.Value = .none,
    isDelivered: Bool = true, _ body: (inout RunScript) -> Void = { _ in }
  ) -> UInt64 {
    let depth = depths[thread, default: 0]
    let bits = event.rawValue | (isDelivered ? 0 : TraceFormat.Slot.undelivered)
    let record = writer.add(kind, bits, object: objects[object]!, thread: thread, depth: depth, value)
    // A delivered forwardOn is its observer's `on` as well.
    depths[thread] = depth + (kind == .forwardOn && isDelivered ? 2 : 1)
    body(&self)
    depths[thread] = depth
    if depth == 0 { writer.add(.returned, thread: thread) }
    return record
  }

  /// A call that does not return.
  mutating func begin(_ kind: RecordKind, _ object: String, _ event: EventCode, _ value: TraceWriter.Value) {
    writer.add(kind, event.rawValue, object: objects[object]!, thread: thread, depth: depths[thread, default: 0], value)
    depths[thread, default: 0] += 1
  }

  mutating func subscribe(
    _ object: String, _ observer: String, _ kind: RecordKind = .subscribe, _ body: (inout RunScript) -> Void = { _ in }
  ) {
    call(kind, object, .none, .reference(objects[observer]!), body)
  }

  mutating func print(_ text: String) {
    writer.add(.output, object: 1, thread: thread, depth: depths[thread, default: 0], .string(text))
  }

  mutating func thread(_ thread: UInt16, named name: String) {
    writer.add(.defineThread, thread: thread, .string(name))
  }

  /// Goes on as another thread.
  mutating func on(thread: UInt16, queue: String? = nil) {
    self.thread = thread
    if let queue { writer.add(.queue, thread: thread, .string(queue)) }
  }

  mutating func ends(isComplete: Bool = true, dropped: UInt64 = 0) {
    (writer.isClosed, writer.droppedRecords) = (isComplete, dropped)
  }

  func trace() throws -> Trace { try withFile(writer.file) { try Trace(contentsOf: $0) } }

  /// A run written by `body`.
  static func trace(_ body: (inout RunScript) -> Void) throws -> Trace {
    var script = RunScript()
    body(&script)
    return try script.trace()
  }
}

extension RunScript {
  /// A subject, `map`, perhaps `filter`, and an observer: each element doubled, those above `least` let through.
  static func pipeline(
    _ elements: [Int64], filters least: Int64? = nil, factor: Int64 = 2, extraObject: Bool = false
  ) throws -> Trace {
    try trace { run in
      if extraObject { run.object("other", "MapSink<Int>", .sink) }
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.object("subject", "PublishSubject<Int>", .subject)
      if least != nil { run.object("filter", "FilterSink<Int>", .sink, observer: "end") }
      run.object("map", "MapSink<Int>", .sink, observer: least == nil ? "end" : "filter")
      run.on(thread: 1, queue: "com.apple.main-thread")
      if extraObject { run.call(.dispose, "other") }
      run.subscribe("subject", "map")
      for element in elements { run.send(element, element * factor, least) }
    }
  }

  private mutating func send(_ element: Int64, _ mapped: Int64, _ least: Int64?) {
    call(.on, "subject", .next, .integer(element)) { run in
      run.call(.on, "map", .next, .integer(element)) { run in
        run.call(.forwardOn, "map", .next, .integer(mapped)) { run in
          guard let least else { return run.observe(mapped) }
          if mapped > least {
            run.call(.forwardOn, "filter", .next, .integer(mapped)) { $0.observe(mapped) }
          }
        }
      }
    }
  }

  private mutating func observe(_ value: Int64) {
    call(.onCore, "end", .next, .integer(value))
  }
}
