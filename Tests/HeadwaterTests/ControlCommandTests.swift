import Foundation
import RxTrace
import TestSupport
import Testing

/// Programs that let themselves be recorded, and the commands that do it.
@Suite("headwater list, attach and snapshot", .oneAtATime)
struct ControlCommandTests {
  /// It goes on until it is ended, or its parent is.
  private static let program = """
    import Foundation
    import RxSwift

    print(CommandLine.arguments[0])
    fflush(nil)
    guard CommandLine.arguments.count > 1 else { exit(0) }
    let parent = getppid()
    var round = 0
    while getppid() == parent {
      round += 1
      _ = Observable.of(round).map { $0 * 2 }.subscribe(onNext: { _ in })
      usleep(2000)
    }

    """

  private let folder: Folder
  private let executable: String
  private var sockets: String { folder.url.appending(path: "c").path }

  init() throws {
    folder = try Folder()
    let file = folder.url.appending(path: "service.swift")
    try Self.program.write(to: file, atomically: true, encoding: .utf8)
    executable = try compiled(file, in: folder)
  }

  private func service(_ environment: [String: String] = [:]) throws -> RunningProgram {
    let running = try RunningProgram(
      executable, ["go"], in: folder, ["HEADWATER_CONTROL": sockets].merging(environment) { $1 })
    #expect(running.waits(for: executable))
    return running
  }

  private func tool(_ arguments: [String], _ environment: [String: String] = [:]) throws -> RunningProgram {
    try RunningProgram(
      commandFile.path, arguments, in: folder,
      ["HEADWATER_CONTROL": sockets].merging(environment) { $1 })
  }

  private func run(_ arguments: [String]) throws -> Result {
    try headwater(arguments, in: folder, environment: ["HEADWATER_CONTROL": sockets])
  }

  /// Waits until `headwater list` says something of a program.
  private func waitUntilListed(_ service: RunningProgram, as words: String) throws {
    func line() throws -> Substring? {
      try run(["list"]).output.split(separator: "\n").first { $0.hasPrefix("\(service.number) ") }
    }
    while service.isRunning, try !(line() ?? "").contains(words) { usleep(20_000) }
    let last = try line() ?? ""
    #expect(last.contains("service") && last.contains(words), "\(last)")
  }

  @Test("a program that is attached to is recorded until the command ends, and goes on")
  func attaches() throws {
    let service = try service()
    try waitUntilListed(service, as: "not recorded")
    let attached = try tool(["attach", "\(service.number)", "-o", "run.hwtrace", "--every", "0.1"])
    #expect(attached.waits(for: "service.swift:11 map"), "\(attached.text)")
    try waitUntilListed(service, as: "run.hwtrace")
    #expect(attached.end(SIGINT) == 0, "\(attached.text)")
    #expect(attached.text.contains("run.hwtrace: "))
    try waitUntilListed(service, as: "not recorded")
    let report = try run(["report", "run.hwtrace", "--format", "csv"])
    #expect(report.output.contains("map,") && report.output.contains("service.swift"), "\(report)")
    // What the file holds of its program shows the same elsewhere.
    let held = try Trace(contentsOf: folder.url.appending(path: "run.hwtrace").path)
    #expect(held.isComplete && held.program.texts.values.contains(Self.program))
    #expect(service.isRunning)
  }

  @Test("whoever attaches to a program that is recorded already follows, and disturbs nothing")
  func follows() throws {
    let own = folder.url.appending(path: "own.hwtrace").path
    let service = try service(["HEADWATER_TRACE": own])
    try waitUntilListed(service, as: "own.hwtrace")
    for command in ["attach", "watch"] {
      let follower = try tool([command, "\(service.number)", "--every", "0.1"])
      #expect(follower.waits(for: "service.swift:11 map"), "\(follower.text)")
      #expect(follower.text.contains("own.hwtrace already"))
      #expect(follower.end(SIGINT) == 0, "\(follower.text)")
    }
    let kept = try run(["attach", "\(service.number)", "-o", "run.hwtrace"])
    #expect(kept.status == 66 && kept.errors.contains("headwater snapshot \(service.number)"), "\(kept.errors)")
    try waitUntilListed(service, as: "own.hwtrace")
    // Of two that attach at once, one begins the recording, and the other one's view ends with it.
    let other = try self.service()
    try waitUntilListed(other, as: "not recorded")
    let first = try tool(["attach", "\(other.number)", "--every", "0.1"])
    #expect(first.waits(for: "service.swift:11 map"), "\(first.text)")
    let second = try tool(["attach", "\(other.number)", "--every", "0.1"])
    #expect(second.waits(for: "service.swift:11 map"), "\(second.text)")
    #expect(first.end(SIGTERM) == 0)
    #expect(second.waits(for: "the recording has ended"), "\(second.text)")
    #expect(other.isRunning && service.isRunning)
  }

  @Test("a watcher that is killed leaves a program that is not recorded any more, and no file")
  func killedWatcher() throws {
    let service = try service()
    try waitUntilListed(service, as: "not recorded")
    let temporary = folder.url.appending(path: "tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let watch = try tool(["watch", "\(service.number)", "--every", "0.1"], ["TMPDIR": temporary.path])
    #expect(watch.waits(for: "service.swift:11 map"), "\(watch.text)")
    _ = watch.end(SIGKILL)
    try waitUntilListed(service, as: "not recorded")
    func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: temporary.path) }
    while try !left().isEmpty { usleep(20_000) }
    #expect(service.isRunning)
  }

  @Test("a program that ends while somebody looks ends the view, and what it did is kept")
  func endingProgram() throws {
    let service = try service()
    try waitUntilListed(service, as: "not recorded")
    let attached = try tool(["attach", "\(service.number)", "-o", "run.hwtrace", "--every", "0.1"])
    #expect(attached.waits(for: "service.swift:11 map"), "\(attached.text)")
    _ = service.end(SIGKILL)
    #expect(attached.waits(for: "the program has ended, without the end of its recording"), "\(attached.text)")
    #expect(attached.ended == 0, "\(attached.text)")
    #expect(try run(["report", "run.hwtrace"]).output.contains("service.swift:11"))
  }

  @Test("a snapshot is a recording of what the program records, and has its source")
  func snapshots() throws {
    let idle = try service()
    try waitUntilListed(idle, as: "not recorded")
    let refused = try run(["snapshot", "\(idle.number)", "-o", "now.hwtrace"])
    let reason = "\(idle.number): it is not being recorded"
    #expect(refused.status == 66 && refused.errors.contains(reason), "\(refused.errors)")
    #expect(access(folder.url.appending(path: "now.hwtrace").path, F_OK) != 0)
    let recorded = try service(["HEADWATER_TRACE": folder.url.appending(path: "own.hwtrace").path])
    try waitUntilListed(recorded, as: "own.hwtrace")
    let result = try run(["snapshot", "\(recorded.number)", "-o", "now.hwtrace"])
    #expect(result.status == 0 && result.errors.contains("now.hwtrace: "), "\(result.errors)")
    let held = try Trace(contentsOf: folder.url.appending(path: "now.hwtrace").path)
    #expect(held.isComplete && held.program.texts.values.contains(Self.program))
    let unwritable = try run(["snapshot", "\(recorded.number)", "-o", "nowhere/now.hwtrace"])
    #expect(unwritable.status == 73 && unwritable.errors.contains("nowhere/now.hwtrace"), "\(unwritable.errors)")
    #expect(recorded.isRunning)
  }

  @Test("the socket is for its user only, and goes with the program, or with the next list if the program is killed")
  func socketFiles() throws {
    let service = try service()
    try waitUntilListed(service, as: "not recorded")
    var status = stat()
    #expect(stat("\(sockets)/\(service.number).socket", &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(sockets, &status) == 0 && status.st_mode & 0o777 == 0o700)
    _ = service.end(SIGKILL)
    let empty = try run(["list"])
    #expect(empty.status == 0 && empty.output == "" && empty.errors.contains("no program can be attached to"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: sockets) == [])
  }

  @Test("each reason why a program cannot be recorded is said, with what to do")
  func refusals() throws {
    let service = try service()
    try waitUntilListed(service, as: "not recorded")
    func refusal(_ arguments: [String], _ words: String, status: Int32 = 66) throws {
      let result = try run(arguments)
      #expect(result.status == status && result.errors.contains(words), "\(arguments): \(result.errors)")
    }
    try refusal(["watch", "\(getpid())"], "HEADWATER_CONTROL=")
    let gone = try self.service()
    _ = gone.end(SIGKILL)
    try refusal(["attach", "\(gone.number)"], "\(gone.number): there is no such process")
    try refusal(["attach", "0"], "is larger than 0")
    try refusal(["attach", "x"], "'x' is invalid", status: 64)
    try refusal(["list", "--control", "none"], "none: No such file")
    let nowhere = try headwater(["list"], in: folder)
    #expect(nowhere.status == 64 && nowhere.errors.contains("--control FOLDER"), "\(nowhere.errors)")
    let long = folder.url.appending(path: String(repeating: "long", count: 30)).path
    #expect(mkdir(long, 0o700) == 0)
    try refusal(["attach", "\(service.number)", "--control", long], "too long for a socket")
    let far = try self.service(["HEADWATER_CONTROL": long])
    #expect(far.waits(for: "too long for a socket") && far.isRunning, "\(far.text)")
    kill(service.number, SIGSTOP)
    try refusal(["attach", "\(service.number)"], "it does not answer; it may be stopped")
    kill(service.number, SIGCONT)
    chmod(sockets, 0o777)
    try refusal(["list"], "other users can write to it")
    // A program does not put its socket there either, and goes on.
    let other = try self.service()
    #expect(other.waits(for: "other users can write to it") && other.isRunning, "\(other.text)")
  }

  @Test("whatever comes to its socket, a program goes on, and answers the next one")
  func hostileBytes() throws {
    let service = try service()
    try waitUntilListed(service, as: "not recorded")
    let path = "\(sockets)/\(service.number).socket"
    let version = try LocalSocket(connectedTo: path).answer(to: "headwater 9\tstate\n")
    #expect(version.contains("it understands \"headwater 1\" only"))
    for request in ["", "start", "start\t\t\t", "start\t/x\t-1\t1", "snapshot", "stop\tnow", "state\tstate"] {
      let answer = try LocalSocket(connectedTo: path).answer(to: "headwater 1\t\(request)\n")
      #expect(answer.hasPrefix("headwater 1\tno\t"), "\(request): \(answer)")
    }
    // A line that does not end, bytes that are no text, and nobody who reads the answers.
    #expect(try LocalSocket(connectedTo: path).answer(to: String(repeating: "x", count: 20_000)) == "")
    let noise = try LocalSocket(connectedTo: path)
    noise.send((0..<4000).map { _ in UInt8.random(in: 0...255) })
    let flood = try LocalSocket(connectedTo: path)
    flood.send(Array(String(repeating: "headwater 1\tstate\n", count: 50_000).utf8))
    // A client that ends in the middle of a line, and more of them than are served at a time.
    try LocalSocket(connectedTo: path).send(Array("headwater 1\tsta".utf8))
    var many = try (0..<20).map { _ in try LocalSocket(connectedTo: path) }
    many.removeAll()
    try waitUntilListed(service, as: "not recorded")
    #expect(service.isRunning)
  }

  @Test("a program of another version, and something else that has a socket there, are said to be so")
  func otherVersion() throws {
    _ = try service()
    let socket = try LocalSocket(listeningAt: "\(sockets)/\(getpid()).socket")
    for (answer, words) in [
      ("headwater 2\tok\t\n", "it speaks \"headwater 2\""), ("220 mail ready\n", "it speaks \"220 mail ready\""),
      ("headwater 1\tok\t\n", "makes no sense"),
    ] {
      let command = try tool(["attach", "\(getpid())"])
      socket.answerNext(with: answer)
      #expect(command.waits(for: words) && command.ended == 66, "\(command.text)")
    }
  }
}

/// A process that is ended with the test.
private final class RunningProgram {
  private let process = Process()
  private let output: URL

  init(_ executable: String, _ arguments: [String], in folder: Folder, _ environment: [String: String]) throws {
    output = folder.url.appending(path: ".\(UUID().uuidString)")
    try Data().write(to: output)
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = process.standardOutput
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  var number: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  var text: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

  func waits(for words: String) -> Bool {
    while process.isRunning && !text.contains(words) { usleep(10_000) }
    return text.contains(words)
  }

  /// Its status, once it has ended by itself.
  var ended: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func end(_ signal: Int32) -> Int32 {
    kill(number, signal)
    return ended
  }
}

/// A local socket without any manners.
private final class LocalSocket {
  private let descriptor: Int32

  init(connectedTo path: String) throws {
    descriptor = Self.make()
    try Self.check(Self.withAddress(path) { connect(descriptor, $0, $1) })
  }

  init(listeningAt path: String) throws {
    descriptor = Self.make()
    try Self.check(Self.withAddress(path) { bind(descriptor, $0, $1) })
    try Self.check(listen(descriptor, 4))
  }

  deinit { close(descriptor) }

  private static func make() -> Int32 {
    #if canImport(Darwin)
      socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }

  private static func check(_ status: Int32) throws {
    if status != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// Sends what can be sent: the other end may close the connection meanwhile.
  func send(_ bytes: [UInt8]) { Self.send(bytes, to: descriptor) }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) {
    #if canImport(Darwin)
      _ = Foundation.send(descriptor, bytes, bytes.count, 0)
    #else
      _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    #endif
  }

  /// What comes until the end of a line, or of the connection.
  func answer(to text: String) throws -> String {
    send(Array(text.utf8))
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n") {
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { break }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for a connection, and says something whatever it asks.
  func answerNext(with text: String) {
    let connection = accept(descriptor, nil, nil)
    Self.send(Array(text.utf8), to: connection)
    // The answer is read before the end comes.
    var byte: UInt8 = 0
    while read(connection, &byte, 1) == 1 {}
    close(connection)
  }
}
