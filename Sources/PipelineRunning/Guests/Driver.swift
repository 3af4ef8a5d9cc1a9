// ArrangementRunner compiles this file beside the pipelines that it runs. It is not part of the module.

import Rx
@_spi(Journal) import RxTest

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// MARK: What pipelines see

nonisolated(unsafe) var diagrams: [String] = []
/// The position of each handle's value. Pipelines have `[1, 2, 3][handles[0]]` instead of a value of their own.
nonisolated(unsafe) var handles: [Int] = []
/// The ticks that handles give for the subscription and for the disposal; a disposal of -1 does not happen.
nonisolated(unsafe) var moments: (subscription: Int?, disposal: Int?) = (nil, nil)

struct MarbleArguments {
  let inputs: [String]
  let subscription: String

  init(_ inputs: String..., subscription: String = "^") {
    self.inputs = diagrams + inputs.dropFirst(diagrams.count)
    self.subscription = Self.moved(subscription)
  }

  /// The diagram of a subscription with the ticks that handles give.
  private static func moved(_ diagram: String) -> String {
    let signs = Array(diagram)
    let start = moments.subscription ?? signs.firstIndex(of: "^") ?? 0
    let end = moments.disposal ?? signs.firstIndex(of: "!") ?? -1
    let text = String(repeating: "-", count: start) + "^"
    return end < 0 ? text : text + String(repeating: "-", count: end - start - 1) + "!"
  }

  subscript(input: Int) -> String { inputs[input] }
}

func print(_ items: Any..., separator: String = " ", terminator: String = "\n") {}

// MARK: Arrangements

struct Lane {
  var isHot: Bool
  var sequence: Int
  var last: Int
  var places: [Int]
  var hasFreeEnd: Bool
  var hasErrors: Bool
  var joinsEnd: Bool
  var names: [String]

  var first: Int { isHot ? 1 : 0 }

  init(_ text: Substring) {
    let parts = text.split(separator: ",", maxSplits: 7, omittingEmptySubsequences: false)
    isHot = parts[0] == "hot"
    sequence = Int(parts[1])!
    last = Int(parts[2])!
    places = parts[3].split(separator: " ").map { Int($0)! }
    hasFreeEnd = parts[4] == "1"
    hasErrors = parts[5] == "1"
    joinsEnd = parts[6] == "1"
    names = parts[7].split(separator: "\u{1}").map(String.init)
  }

  func all() -> [String] {
    var all: [String] = []
    walk([], &all)
    return all
  }

  private func walk(_ chosen: [Int], _ all: inout [String]) {
    let next = chosen.last.map { joinsEnd ? $0 : $0 + 1 } ?? first
    for end in (hasFreeEnd ? max(next, 1) : last)...last {
      all.append(text(chosen, end: end, "|"))
      if hasErrors { all.append(text(chosen, end: end, "#")) }
    }
    guard chosen.count < names.count else { return }
    for place in places where place > chosen.last ?? -1 { walk(chosen + [place], &all) }
  }

  private func text(_ places: [Int], end: Int, _ sign: String) -> String {
    var text = ""
    var tick = 0
    for (place, name) in zip(places, names.map(Self.quoted)) {
      text += String(repeating: "-", count: place - tick) + (place == end ? "(" + name + sign + ")" : name)
      tick = place + 1
    }
    return tick > end ? text : text + String(repeating: "-", count: end - tick) + sign
  }

  private static func quoted(_ name: String) -> String {
    name.count == 1
      ? name : "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}

struct Handle {
  var kind: Substring
  var values: [Int]

  init(_ text: Substring) {
    let parts = text.split(separator: " ")
    kind = parts[0]
    values = parts.dropFirst().map { Int($0)! }
  }

  /// Whether subscriptions to hot sequences matter as well, because they come at another time.
  var movesSubscriptions: Bool { kind != "number" }
}

/// The lanes of one grid, and the handles.
struct Plan {
  var lanes: [Lane]
  var handles: [Handle]

  /// The lanes whose subscriptions belong to an outcome.
  var subscribed: [Lane] { handles.contains(where: \.movesSubscriptions) ? lanes : lanes.filter { !$0.isHot } }
}

/// Gives the handles the values of one combination; the last handle's value varies fastest.
/// - Returns: false for a disposal that would not come after the subscription.
func setHandles(_ number: Int, of plan: Plan) -> Bool {
  var rest = number
  var chosen: [Int] = []
  for handle in plan.handles.reversed() {
    chosen.append(handle.values[rest % handle.values.count])
    rest /= handle.values.count
  }
  handles = chosen.reversed()
  moments = (nil, nil)
  for (handle, value) in zip(plan.handles, handles) {
    if handle.kind == "subscription" { moments.subscription = value }
    if handle.kind == "disposal" { moments.disposal = value }
  }
  guard let end = moments.disposal, end >= 0 else { return true }
  return end > moments.subscription ?? 0
}

// MARK: One run

/// Bytes that the forked processes of a pipeline share with this one.
final class Shared {
  static let size = 96 << 20
  private let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0)!
  var done: Int {
    get { memory.load(as: Int.self) }
    set { memory.storeBytes(of: newValue, as: Int.self) }
  }
  var end: Int {
    get { memory.load(fromByteOffset: 8, as: Int.self) }
    set { memory.storeBytes(of: newValue, toByteOffset: 8, as: Int.self) }
  }
  func append(_ byte: UInt8) {
    guard end < Self.size - 32 else { _exit(3) }
    memory.storeBytes(of: byte, toByteOffset: 16 + end, as: UInt8.self)
    end += 1
  }
  subscript(place: Int) -> UInt8 { memory.load(fromByteOffset: 16 + place, as: UInt8.self) }
}

let shared = Shared()
/// The last tick that counts, because a sequence that goes on for ever says nothing new by then.
let lastTick = 60
let stopped: UInt8 = 255

func note(_ events: [Recorded<Event<Any>>], origin: Int) {
  shared.append(UInt8(clamping: origin))
  let shown = events.prefix { $0.time <= lastTick }.prefix(120)
  shared.append(UInt8(shown.count))
  for event in shown {
    shared.append(UInt8(clamping: event.time))
    switch event.value {
    case .completed: shared.append(0)
    case .error: shared.append(1)
    case .next(let element):
      let text = element is any ObservableConvertibleType ? "\u{2}" : "\(element)"
      let bytes = Array(text.utf8.prefix(200))
      shared.append(2)
      shared.append(UInt8(bytes.count))
      bytes.forEach(shared.append)
    }
  }
}

func run(_ pipeline: () throws -> Void, _ plan: Plan) {
  let journal = TestJournal(lastTime: lastTick + 20)
  TestJournal.current = journal
  alarm(2)
  try? pipeline()
  let observers = journal.observers.map { $0() }
  let main = journal.started ?? 0
  let before = shared.end
  shared.append(UInt8(min(observers.count, 40)))
  if observers.indices.contains(main) { note(observers[main].events, origin: observers[main].origin) }
  for (number, observer) in observers.prefix(40).enumerated() where number != main {
    note(observer.events, origin: observer.origin)
  }
  for lane in plan.subscribed {
    let all = lane.sequence < journal.sequences.count ? journal.sequences[lane.sequence].subscriptions() : []
    let shown = all.prefix { $0.subscribe <= lastTick }.prefix(30)
    shared.append(UInt8(shown.count))
    for subscription in shown {
      shared.append(UInt8(clamping: subscription.subscribe))
      shared.append(UInt8(clamping: min(subscription.unsubscribe, 254)))
    }
  }
  if observers.isEmpty {
    shared.end = before
    shared.append(stopped)
  }
  shared.done += 1
}

// MARK: All runs of a pipeline

@_silgen_name("fork") func forkProcess() -> Int32

/// Runs every arrangement.
/// - Returns: false for a pipeline that stops too often.
func runAll(_ pipeline: () throws -> Void, _ plan: Plan) -> Bool {
  let all = plan.lanes.map { $0.all() }
  let arrangements = all.reduce(1) { $0 * $1.count }
  let count = plan.handles.reduce(arrangements) { $0 * $1.values.count }
  shared.done = 0
  shared.end = 0
  var crashes = 0
  while shared.done < count {
    let child = forkProcess()
    guard child != 0 else {
      for number in shared.done..<count {
        var rest = number % arrangements
        diagrams = all.reversed().map { texts in
          defer { rest /= texts.count }
          return texts[rest % texts.count]
        }.reversed()
        guard setHandles(number / arrangements, of: plan) else {
          shared.append(stopped)
          shared.done += 1
          continue
        }
        run(pipeline, plan)
      }
      _exit(0)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    if status == 0 { break }
    crashes += 1
    let isSlow = status & 0x7F == SIGALRM
    guard child > 0, !isSlow, crashes <= 100, shared.end < Shared.size - 64 else { return false }
    cutTorn()
    shared.append(stopped)
    shared.done += 1
  }
  return true
}

/// Removes the beginning of the outcome that a process was writing when it stopped.
func cutTorn() {
  var reader = Reader(lanes: currentPlan.subscribed)
  for _ in 0..<shared.done { reader.skip() }
  shared.end = reader.place
}

nonisolated(unsafe) var currentPlan = Plan(lanes: [], handles: [])

// MARK: Packing

/// Reads outcomes, and writes them with numbers in the place of texts.
struct Reader {
  /// The lanes whose subscriptions belong to an outcome.
  var lanes: [Lane]
  var place = 0
  var texts: [String: Int] = [:]
  var list: [String] = []
  var packed: [UInt8] = []
  var isWide = false

  mutating func byte() -> UInt8 {
    defer { place += 1 }
    return shared[place]
  }

  mutating func take() -> UInt8 {
    let byte = byte()
    packed.append(byte)
    return byte
  }

  mutating func skip() {
    let observers = take()
    guard observers != stopped else { return }
    for _ in 0..<observers {
      _ = take()
      for _ in 0..<take() {
        _ = take()
        let kind = byte()
        guard kind == 2 else {
          put(Int(kind))
          continue
        }
        let length = Int(byte())
        let text = String(decoding: (0..<length).map { _ in byte() }, as: UTF8.self)
        put(number(of: String(text.map { $0.isNewline ? " " : $0 })) + 2)
      }
    }
    for _ in lanes {
      for _ in 0..<take() {
        _ = take()
        _ = take()
      }
    }
  }

  private mutating func put(_ code: Int) {
    packed.append(UInt8(truncatingIfNeeded: code))
    if isWide { packed.append(UInt8(truncatingIfNeeded: code >> 8)) }
  }

  private mutating func number(of text: String) -> Int {
    if let known = texts[text] { return known }
    texts[text] = list.count
    list.append(text)
    return list.count - 1
  }
}

func pack(_ plan: Plan) -> (texts: [String], bytes: [UInt8]) {
  var reader = Reader(lanes: plan.subscribed)
  for _ in 0..<shared.done { reader.skip() }
  guard reader.list.count > 250 else { return (reader.list, reader.packed) }
  var wide = Reader(lanes: plan.subscribed)
  wide.isWide = true
  for _ in 0..<shared.done { wide.skip() }
  return (wide.list, wide.packed)
}

/// The bytes compressed by gzip, in base 64.
/// - Parameter place: the path of a file that may be written meanwhile.
func compressed(_ bytes: [UInt8], through place: String) -> String {
  setenv("HEADWATER_COMPRESSED", place, 1)
  guard let gzip = popen("gzip -9n | base64 | tr -d '\\n' >\"$HEADWATER_COMPRESSED\"", "w") else { exit(2) }
  fwrite(bytes, 1, bytes.count, gzip)
  pclose(gzip)
  return read(place)
}

// MARK: All pipelines

func read(_ path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer[..<count]
  }
}

func write(_ text: String, to path: String) {
  guard let file = fopen(path, "w") else { exit(2) }
  _ = text.withCString { fputs($0, file) }
  fclose(file)
}

/// Takes the path of a file with a line for each pipeline (its number, the most characters that its outcomes may take,
/// its handles, and grids, separated by tabs), and the folder for the outcomes.
func runAll() throws {
  let arguments = CommandLine.arguments
  let nothing = open("/dev/null", O_RDWR)
  dup2(nothing, 1)
  dup2(nothing, 2)
  for line in read(arguments[1]).split(separator: "\n") {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    let number = Int(fields[0])!
    let limit = Int(fields[1])!
    for (choice, grid) in fields.dropFirst(3).enumerated() {
      let plan = Plan(
        lanes: grid.split(separator: ";").map(Lane.init), handles: fields[2].split(separator: ";").map(Handle.init))
      currentPlan = plan
      guard runAll(pipelines[number]!, plan) else { break }
      let (texts, bytes) = pack(plan)
      let packed = compressed(bytes, through: "\(arguments[2])/.packed\(number)")
      let names = texts.joined(separator: "\u{1}")
      guard packed.utf8.count + names.utf8.count <= limit else { continue }
      write("\(choice)\n\(shared.done)\n\(names)\n\(packed)\n", to: "\(arguments[2])/\(number)")
      break
    }
  }
}
