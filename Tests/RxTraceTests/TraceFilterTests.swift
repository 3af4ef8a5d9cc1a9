import TestSupport
import Testing

@testable import RxTrace

@Suite("Filtering a run", .oneAtATime)
struct TraceFilterTests {
  @Test("No filter leaves everything as it is")
  func nothing() throws {
    #expect(try numbers { _ in } == Array(1...11))
  }

  @Test("A kind, by its name in any case or by a pattern")
  func kinds() throws {
    #expect(try numbers { try $0.addKinds([FilterList("oncore")]) } == [8])
    #expect(try numbers { try $0.addKinds([FilterList("subscribe*, run")]) } == [1, 2, 3])
    #expect(try numbers { try $0.addKinds([FilterList("subscribe(onNext:)"), FilterList("output")]) } == [1, 10])
  }

  @Test("An unknown kind is an error that lists the known ones")
  func unknownKind() {
    var filter = TraceFilter()
    #expect {
      try filter.addKinds([FilterList("forward")])
    } throws: { "\($0)".hasPrefix("there is no kind of step forward; there are subscribeClosures, ") }
  }

  @Test("An event, and only errors")
  func events() throws {
    #expect(try numbers { try $0.addEvents([FilterList("completed")]) } == [11])
    #expect(try numbers { try $0.addEvents([FilterList("next,completed")]) } == [5, 6, 7, 8, 9, 11])
    #expect(try numbers { $0.onlyErrors = true } == [])
  }

  @Test(
    "The object whose call it is: a name, a type, a type in full",
    arguments: [
      ("AnonymousObserver#1", [7, 8, 9]), ("AnonymousObserver#2", []), ("*Sink", [4, 5, 6, 11]),
      ("AnonymousObs*", Array(1...9) + [11]), ("Anonymous??server", [7, 8, 9]),
      ("AnonymousObserver<String>", [7, 8, 9]), ("*<Int>", []), ("AnonymousObserver,*Sink", [4, 5, 6, 7, 8, 9, 11]),
    ])
  func objects(names: String, expected: [Int]) throws {
    #expect(
      try numbers { $0.addNames(objects: [FilterList(names)], threads: [], sources: []) } == expected)
  }

  @Test("What is left out: a kind, an event, an object, a file")
  func negations() throws {
    #expect(try numbers { try $0.addKinds([FilterList("!forwardOn,!on")]) } == [1, 2, 3, 4, 8, 9, 10])
    #expect(try numbers { try $0.addKinds([FilterList("on*,!onCore")]) } == [5, 7])
    #expect(try numbers { try $0.addEvents([FilterList("!completed")]) } == Array(1...10))
    let objects = try numbers {
      $0.addNames(objects: [FilterList("! AnonymousObserver")], threads: [], sources: [FilterList("!Create.swift")])
    }
    // The output has no object.
    #expect(objects == [1, 2, 3, 4, 5, 10])
  }

  @Test("An unknown kind after ! is an error too")
  func unknownNegation() {
    var filter = TraceFilter()
    #expect {
      try filter.addKinds([FilterList("!forward")])
    } throws: { "\($0)".hasPrefix("there is no kind of step forward; there are subscribeClosures, ") }
  }

  @Test("An operator's sink and the observers of its inputs answer to the operator's names")
  func families() throws {
    let trace = try RunScript.trace { run in
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.object("subject", "PublishSubject<Int>", .subject)
      run.object("zip", "Zip<Int>", .observable)
      run.object("sink", "ZipSink<Int>", .sink, observer: "end")
      run.object("input", "Input<Int>", .observer)
      run.link("input", "parent", "sink")
      run.subscribe("zip", "end", .run) { $0.subscribe("subject", "input") }
      run.call(.on, "subject", .next, .integer(1)) { run in
        run.call(.on, "input", .next, .integer(1)) { $0.call(.forwardOn, "sink", .next, .integer(2)) }
      }
    }
    var filter = TraceFilter()
    filter.addNames(objects: [FilterList("Zip#1")], threads: [], sources: [])
    #expect(filter.apply(to: trace).steps.map(\.number) == [1, 4, 5])
    var others = TraceFilter()
    others.addNames(objects: [FilterList("!Zip")], threads: [], sources: [])
    #expect(others.apply(to: trace).steps.map(\.number) == [2, 3, 6])
  }

  @Test(
    "A file with its folders",
    arguments: ["Core/Create.swift", "Rx/Core/Create.swift:8", "ore/Create.swift", "re*.swift"])
  func folders(pattern: String) {
    let line = SourceLine(file: "/home/me/Rx/Core/Create.swift", line: 8)
    #expect(WildcardPattern(pattern).matches(line) == !["ore/Create.swift", "re*.swift"].contains(pattern))
  }

  @Test("An object or a file that the run does not have is named, with one like it")
  func complaints() throws {
    let run = try hello
    func complaint(objects: [String] = [], sources: [String] = []) -> String? {
      var filter = TraceFilter()
      filter.addNames(objects: objects.map(FilterList.init), threads: [], sources: sources.map(FilterList.init))
      return filter.complaint(about: run)
    }
    #expect(
      complaint(objects: ["AnonymousObsrver"]) == "no object is called AnonymousObsrver; nearest: AnonymousObserver")
    #expect(
      complaint(objects: ["AnonymousObserver#2"])
        == "no object is called AnonymousObserver#2; nearest: AnonymousObserver#1")
    #expect(
      complaint(sources: ["Craete.swift:8"]) == "nothing was called or made in Craete.swift:8; nearest: Create.swift:8")
    #expect(complaint(objects: ["AnonymousObserver", "!Nothing"], sources: ["Create.swift"]) == nil)
    #expect(complaint() == nil)
  }

  @Test("Depths and step numbers")
  func ranges() throws {
    #expect(try numbers { try $0.addRanges(depths: [FilterList("...1")], steps: []) } == [1, 2])
    #expect(try numbers { try $0.addRanges(depths: [], steps: [FilterList("2-3,10...")]) } == [2, 3, 10, 11])
  }

  @Test("A text in the value, and the file that made the call")
  func valuesAndSources() throws {
    #expect(try numbers { $0.values = ["hell"] } == [5, 6, 7, 8, 9, 10])
    for pattern in ["Create.swift", "Create.swift:8", "Rx/Create.swift"] {
      #expect(try numbers { $0.addNames(objects: [], threads: [], sources: [FilterList(pattern)]) } == [6, 11])
    }
    let made = try numbers { $0.addNames(objects: [], threads: [], sources: [FilterList("hello.swift:3")]) }
    #expect(made == [1, 2, 3, 4, 5, 6, 11])
  }

  @Test("Several conditions have to be met at once")
  func conjunction() throws {
    let numbers = try numbers {
      try $0.addEvents([FilterList("next")])
      $0.addNames(objects: [FilterList("*Sink")], threads: [], sources: [])
      $0.values = ["hello"]
    }
    #expect(numbers == [5, 6])
  }

  @Test("A remaining step stands under the nearest remaining call, and keeps number, depth and name")
  func nesting() throws {
    let part = try part { try $0.addKinds([FilterList("run,onCore,output")]) }
    #expect(part.trace.steps.map(\.number) == [3, 8, 10])
    #expect(part.trace.steps.map(\.index) == [0, 1, 2])
    #expect(part.trace.steps.map(\.parent) == [nil, 0, 1])
    #expect(part.trace.steps.map(\.depth) == [2, 7, 9])
    #expect(part.trace.objects.map(\.name) == ["AnonymousObservable#1", "AnonymousObserver#1"])
    #expect(part.trace.steps[1].object.map { part.trace.objects[$0].name } == "AnonymousObserver#1")
    #expect(part.origins == [0: SourceLine(file: "/home/me/hello.swift", line: 3)])
    #expect(part.stepsInRun == 11)
  }

  @Test("The calls around a step are kept on request")
  func enclosing() throws {
    let numbers = try numbers {
      try $0.addKinds([FilterList("onCore")])
      $0.keepsEnclosing = true
    }
    #expect(numbers == Array(1...8))
  }

  @Test("A thread by its number, its name or its queue; the schedule of another thread only with what encloses")
  func threads() throws {
    for name in ["2", "work*", "com.example.*"] {
      let filter = filter { $0.addNames(objects: [], threads: [FilterList(name)], sources: []) }
      #expect(filter.apply(to: try threadedTrace).steps.map(\.number) == [2, 3], "\(name)")
      #expect(filter.apply(to: try threadedTrace).steps[0].cause == nil)
    }
    let enclosing = filter {
      $0.addNames(objects: [], threads: [FilterList("2")], sources: [])
      $0.keepsEnclosing = true
    }
    let part = enclosing.apply(to: try threadedTrace)
    #expect(part.steps.map(\.number) == [1, 2, 3])
    #expect(part.steps[1].cause == 0)
  }

  @Test("A part is filtered again by the whole run's numbers")
  func twice() throws {
    let sinks = filter { $0.addNames(objects: [FilterList("*Sink")], threads: [], sources: []) }
    let late = filter { $0.steps = [NumberRange(6, .max)] }
    #expect(late.apply(to: sinks.apply(to: try hello)).trace.steps.map(\.number) == [6, 11])
  }

  // MARK: Runs

  private func numbers(_ change: (inout TraceFilter) throws -> Void) throws -> [Int] {
    try part(change).trace.steps.map(\.number)
  }

  private func part(_ change: (inout TraceFilter) throws -> Void) throws -> LocatedTrace {
    try filter(change).apply(to: hello)
  }

  private func filter(_ change: (inout TraceFilter) throws -> Void) rethrows -> TraceFilter {
    var filter = TraceFilter()
    try change(&filter)
    return filter
  }

  private var hello: LocatedTrace {
    get throws {
      let trace = try withFile(TraceWriter.hello.file) { try Trace(contentsOf: $0) }
      return LocatedTrace(trace: trace, origins: [0: SourceLine(file: "/home/me/hello.swift", line: 3)])
    }
  }

  private var threadedTrace: Trace {
    get throws {
      var writer = TraceWriter()
      writer.add(.defineThread, thread: 1, .string(""))
      writer.add(.defineThread, thread: 2, .string("worker"))
      let schedule = writer.add(.schedule, object: 1)
      writer.add(.queue, thread: 2, .string("com.example.work"))
      writer.add(.scheduledAction, object: 1, thread: 2, .record(schedule))
      writer.add(.on, TraceWriter.next, object: 2, thread: 2, depth: 1, .integer(1))
      return try withFile(writer.file) { try Trace(contentsOf: $0) }
    }
  }
}

@Suite("The text of filters", .oneAtATime)
struct FilterTextTests {
  @Test(
    "A pattern describes a whole name",
    arguments: [
      ("*", "", true), ("", "", true), ("", "a", false), ("a*", "abc", true), ("*c", "abc", true), ("a*c", "abc", true),
      ("*b*b*", "abcb", true), ("*b*b*", "abc", false), ("a?c", "abc", true), ("a?", "a", false), ("A*", "abc", false),
      ("**", "x", true), ("é*", "éa", true),
    ])
  func patterns(pattern: String, name: String, isMatch: Bool) {
    #expect(WildcardPattern(pattern).matches(name) == isMatch)
  }

  @Test(
    "Ranges",
    arguments: [
      ("7", "7"), ("7-12", "7...12"), ("7...12", "7...12"), ("7...", "7..."), ("7-", "7..."), ("...12", "0...12"),
      ("0...0", "0"),
    ])
  func ranges(text: String, meaning: String) {
    #expect(NumberRange(text)?.description == meaning)
  }

  @Test(
    "Texts that are not ranges",
    arguments: ["", "-", "...", "a", "3...1", "1..2", "99999999999999999999", "1-2-3", "²"])
  func noRanges(text: String) {
    #expect(NumberRange(text) == nil)
  }

  @Test("A comma separates values, except in a type's name")
  func lists() {
    #expect(FilterList("a, b,,c").items == ["a", "b", "c"])
    #expect(FilterList("MapSink<Int, Int>,Zip*").items == ["MapSink<Int, Int>", "Zip*"])
    #expect(FilterList("").items.isEmpty)
  }
}
