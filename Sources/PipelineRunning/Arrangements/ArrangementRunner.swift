import Foundation
import RxTrace

/// Runs pipelines for every arrangement of their inputs' marbles, all in one program, and keeps the outcomes.
///
///     let runner = try ArrangementRunner(runner: PipelineRunner(mode: .captured()))
///     let outcomes = try runner.outcomes(of: [.init(path: "throttle.swift", grids: grids, limit: 40_000)])
///
/// A pipeline is run again only if its text, its grids, the engine or the compiler has changed. May be used on several
/// threads at once.
public struct ArrangementRunner: Sendable {
  private let compiler: PipelineCompiler
  private let cache: ProgramCache

  /// A pipeline, and the grids to try for it.
  public struct Request: Hashable, Sendable {
    /// The pipeline's file.
    public var path: String
    /// The largest first. The first one whose outcomes fit into the limit is taken.
    public var grids: [ArrangementGrid]
    /// The most bytes that the packed outcomes may have.
    public var limit: Int
    /// The program is run on each grid with each combination of their values; the last handle's value varies fastest.
    public var handles: [ArrangementHandle]

    public init(path: String, grids: [ArrangementGrid], limit: Int, handles: [ArrangementHandle] = []) {
      self.path = path
      self.grids = grids
      self.limit = limit
      self.handles = handles
    }
  }

  /// The outcomes of all arrangements of a grid.
  public struct Outcomes: Equatable, Sendable {
    public var grid: ArrangementGrid
    /// The number of runs.
    public var count: Int
    /// The texts of elements, which the packed outcomes refer to by their numbers.
    public var texts: [String]
    /// Compressed by gzip, and in base 64.
    public var packed: String
  }

  /// - Parameter folder: The folder that keeps outcomes; one of the user's own if none is given.
  /// - Throws: ``PipelineError``, ``SystemError``
  public init(runner: PipelineRunner, folder: URL? = nil) throws {
    cache = try folder.map(ProgramCache.init) ?? .standard()
    var compiler = try runner.compiler()
    compiler.knownKey = try compiler.key()
    self.compiler = compiler
  }

  /// The outcomes of some pipelines, in their order; nil for a pipeline that cannot be run in this way, such as one that
  /// needs more than the engine, or whose grids are all too large.
  /// - Throws: ``PipelineError``, ``SystemError``
  public func outcomes(of requests: [Request]) throws -> [Outcomes?] {
    let keyed = try requests.map { ($0, try key(of: $0)) }
    let missing = keyed.filter { cache.known($1) == nil }
    if !missing.isEmpty { try run(missing) }
    return keyed.map { request, key in Self.read(cache.place(of: key), request) }
  }

  private func key(of request: Request) throws -> String {
    var hash = try compiler.knownKey ?? compiler.key()
    // A program may read files of the folder that it runs in.
    let place = FileManager.default.currentDirectoryPath
    for part in ["arrangements-5", place, ArrangementDriver.main(of: []), "\(request.limit)"] { hash.add(part) }
    for grid in request.grids { hash.add(grid.text) }
    hash.add("\(request.handles)")
    try hash.add(contentsOf: request.path)
    return "arrangements-" + hash.text
  }

  // MARK: Running

  private typealias Keyed = (request: Request, key: String)

  /// Makes the entries of the cache for pipelines that have none.
  private func run(_ missing: [Keyed]) throws {
    // The driver compresses the outcomes with gzip.
    guard findExecutable("gzip") != nil else {
      throw PipelineError.missing("gzip is missing: it is in no folder of PATH; install it")
    }
    try PrivateFolder.withTemporary { folder in
      let made = try compile(missing, in: folder)
      let outcomes = folder + "/outcomes"
      mkdir(outcomes, 0o700)
      if let program = made.program { try start(program, missing, made.numbers, folder, outcomes) }
      for (number, (_, key)) in missing.enumerated() {
        // An entry without a file records that the pipeline has no outcomes, so that it is not run again.
        _ = try cache.entry(key) { entry in
          let text = [UInt8](contentsOfFile: "\(outcomes)/\(number)", options: 0)
          if let text { try Data(text).write(to: entry.appending(path: Self.fileName)) }
        }
      }
    }
  }

  /// Compiles the pipelines into one program, without those that the compiler refuses.
  private func compile(_ missing: [Keyed], in folder: String) throws -> (program: String?, numbers: [Int]) {
    var numbers = Array(missing.indices)
    for (number, keyed) in missing.enumerated() {
      let (texts, choice) = keyed.request.handles.replaced(in: try PipelineSource(path: keyed.request.path).text)
      let file = ArrangementDriver.wrapped(texts, choice: choice, number: number)
      try write(file, to: "\(folder)/Pipeline\(number).swift")
    }
    // Each round leaves out the files that were refused in the round before. In the last round, no file is refused.
    while !numbers.isEmpty {
      try write(ArrangementDriver.main(of: numbers), to: "\(folder)/main.swift")
      let files = ["main.swift"] + numbers.map { "Pipeline\($0).swift" }
      let result = try compiler.driver(files.map { "\(folder)/\($0)" }, to: "\(folder)/arrangements", in: folder)
      if result.status == 0 { return ("\(folder)/arrangements", numbers) }
      let refused = numbers.filter { result.text.contains("/Pipeline\($0).swift:") }
      guard !refused.isEmpty else { throw PipelineError.doesNotCompile(file: "arrangements", diagnostics: result.text) }
      numbers.removeAll(where: refused.contains)
    }
    return (nil, [])
  }

  /// Runs the program in as many processes as there are processors, each for some of the pipelines.
  private func start(
    _ program: String, _ missing: [Keyed], _ numbers: [Int], _ folder: String, _ outcomes: String
  ) throws {
    let parts = Self.shared(numbers, among: ProcessInfo.processInfo.activeProcessorCount) { number in
      (missing[number].request.grids.first?.count ?? 0) * missing[number].request.handles.combinations
    }
    let results = Threads.map(parts.enumerated().map { ($0.offset, $0.element) }) { place, part in
      Result {
        let list = "\(folder)/list\(place)"
        let lines = part.map { number -> String in
          let request = missing[number].request
          let handles = request.handles.map(\.text).joined(separator: ";")
          return (["\(number)", "\(request.limit)", handles] + request.grids.map(\.text)).joined(separator: "\t")
        }
        try write(lines.joined(separator: "\n") + "\n", to: list)
        var process = ChildProcess(executable: program, arguments: [list, outcomes])
        process.environment["HEADWATER_TRACE"] = nil
        // Some arrangements crash, which is an outcome. A backtrace would take long, and nobody would read it.
        process.environment["SWIFT_BACKTRACE"] = "enable=no"
        process.streams = .captured(input: "/dev/null", limit: 1 << 16)
        process.timeLimit = Self.timeLimit
        _ = try process.run()
      }
    }
    for result in results { try result.get() }
  }

  /// The seconds after which the runs of a part of the pipelines are given up.
  private static let timeLimit = 300.0
  private static let fileName = "outcomes"

  /// Distributes work evenly, the largest pieces first.
  static func shared(_ numbers: [Int], among count: Int, by weight: (Int) -> Int) -> [[Int]] {
    var parts = [(weight: Int, numbers: [Int])](repeating: (0, []), count: max(count, 1))
    for number in numbers.sorted(by: { weight($0) > weight($1) }) {
      let lightest = parts.indices.min { parts[$0].weight < parts[$1].weight }!
      parts[lightest].weight += weight(number)
      parts[lightest].numbers.append(number)
    }
    return parts.map(\.numbers).filter { !$0.isEmpty }
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    } catch {
      throw SystemError.failed("\(path): cannot be written: \(systemReason(error))")
    }
  }

  private static func read(_ folder: URL, _ request: Request) -> Outcomes? {
    guard let bytes = [UInt8](contentsOfFile: folder.appending(path: fileName).path, options: 0) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 4, let choice = Int(lines[0]), let count = Int(lines[1]), choice < request.grids.count else {
      return nil
    }
    let texts = lines[2].split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
    return Outcomes(grid: request.grids[choice], count: count, texts: texts, packed: String(lines[3]))
  }
}

extension ArrangementGrid {
  /// The grid in the form that the driver reads.
  var text: String { lanes.map(\.text).joined(separator: ";") }
}

extension ArrangementGrid.Lane {
  fileprivate var text: String {
    let flags = [hasFreeEnd, hasErrors, joinsEnd].map { $0 ? "1" : "0" }
    let ticks = places.map(String.init).joined(separator: " ")
    let facts = [isHot ? "hot" : "cold", "\(sequence)", "\(last)", ticks] + flags
    return (facts + [names.joined(separator: "\u{1}")]).joined(separator: ",")
  }
}

/// Does a few pieces of work at once, each on a thread of its own, because each waits for a process.
private enum Threads {
  static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ body: @escaping @Sendable (Input) -> Output
  ) -> [Output] {
    nonisolated(unsafe) var outputs = [Output?](repeating: nil, count: inputs.count)
    let lock = NSLock()
    DispatchQueue.concurrentPerform(iterations: inputs.count) { place in
      let output = body(inputs[place])
      lock.withLock { outputs[place] = output }
    }
    return outputs.map { $0! }
  }
}
