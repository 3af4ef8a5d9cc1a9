import Foundation

/// Turns return addresses into lines of the program's own source.
///
/// All addresses of a run are looked up by one process, `llvm-symbolizer` or `addr2line`; its results can be kept
/// in a file beside the program, whose contents never change. Without such a tool there are no lines, and nothing else is
/// lost.
/// The tool is taken from `PATH`, is given only programs and libraries, and may take half a minute and four gigabytes.
public struct Symbolicator {
  /// The program whose addresses are looked up.
  private let executable: String
  /// The names of the source files whose lines count as the user's; nil if nobody knows them.
  private let sourceNames: Set<String>?
  private let memory: URL?
  private var lines: [UInt64: [SourceLine]] = [:]

  /// - Parameter memory: a file that keeps results; nil to look everything up.
  public init(executable: String, source: String, memory: URL? = nil) {
    self.init(executable: executable, sources: [source], memory: memory)
  }

  /// - Parameter sources: the program's own files; nil to count every line as its own that is neither the engine's nor the
  ///   standard library's.
  public init(executable: String, sources: [String]? = nil, memory: URL? = nil) {
    self.executable = executable
    self.sourceNames = sources.map { Set($0.map(Self.lastComponent)) }
    self.memory = memory
    if let memory, let text = try? String(contentsOf: memory, encoding: .utf8) { lines = Self.parse(text) }
  }

  /// For each object that was made by the program's own source, the line: that of the innermost frame in it.
  public mutating func origins(of trace: Trace) -> [ObjectID: SourceLine] {
    let addresses = Set(trace.objects.flatMap { ownAddresses($0.assembly) })
    lookUp(addresses.filter { lines[$0] == nil })
    var origins: [ObjectID: SourceLine] = [:]
    for object in trace.objects {
      let frames = ownAddresses(object.assembly).flatMap { lines[$0] ?? [] }
      origins[object.id] = frames.first(where: isOwn)
    }
    return origins
  }

  private func isOwn(_ line: SourceLine) -> Bool {
    if let sourceNames { return sourceNames.contains(Self.lastComponent(line.file)) }
    return !line.file.contains("<") && !Self.foreignFolders.contains { line.file.contains($0) }
  }

  /// The source folders of the engine and the standard library, wherever those were built.
  private static let foreignFolders =
    ["Rx", "RxTest", "RxTestCore", "RxBlocking", "OtherNames", "CPlatform", "CDestruction"].map { "/Sources/\($0)/" }
    + ["/stdlib/public/"]

  /// The addresses of the calls: the byte before a return address lies in the call.
  private func ownAddresses(_ assembly: [ReturnAddress]) -> [UInt64] {
    assembly.filter { $0.image == executable && $0.offset > 0 }.map { $0.offset - 1 }
  }

  private mutating func lookUp(_ addresses: Set<UInt64>) {
    guard !addresses.isEmpty, let text = Self.run(executable, addresses) else { return }
    let found = Self.parse(text)
    // Unknown addresses are remembered too, so that they are not looked up again.
    for address in addresses { lines[address] = found[address] ?? [] }
    remember()
  }

  private func remember() {
    guard let memory else { return }
    let text = lines.sorted { $0.key < $1.key }.map { address, lines in
      (["0x" + String(address, radix: 16)] + lines.map(\.description)).joined(separator: "\n")
    }
    try? (text.joined(separator: "\n") + "\n").write(to: memory, atomically: true, encoding: .utf8)
  }

  private static func run(_ executable: String, _ addresses: Set<UInt64>) -> String? {
    guard isProgram(executable), let tool = findTool() else { return nil }
    let input = FileManager.default.temporaryDirectory.appending(path: "headwater-\(UUID().uuidString)")
    let text = addresses.sorted().map { "0x" + String($0, radix: 16) }.joined(separator: "\n") + "\n"
    guard (try? text.write(to: input, atomically: false, encoding: .utf8)) != nil else { return nil }
    defer { try? FileManager.default.removeItem(at: input) }
    // Only a shell can limit the memory of the program that replaces it.
    let limited = "ulimit -v \(mostKilobytes) 2>/dev/null; exec \"$@\""
    var process = ChildProcess(
      executable: "/bin/sh", arguments: ["-c", limited, "sh", tool.path] + tool.options + [executable])
    // These make the tool ask servers for debug information, and take options.
    process.environment = process.environment.filter { !$0.key.hasPrefix("DEBUGINFOD_") && !$0.key.hasPrefix("LLVM_") }
    process.streams = .captured(input: input.path, limit: 1 << 26)
    process.timeLimit = 30
    guard let result = try? process.run(), result.ending == .exited(0) else { return nil }
    return String(decoding: result.output, as: UTF8.self)
  }

  private static let mostKilobytes = 4 << 20

  /// Whether a file is a program or a library of this system or another; a device or a pipe would be read for ever.
  /// Anything but a full path could be taken for an option.
  private static func isProgram(_ path: String) -> Bool {
    guard path.hasPrefix("/") else { return false }
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= largestProgram else {
      return false
    }
    var magic: UInt32 = 0
    guard read(file, &magic, 4) == 4 else { return false }
    return programMagic.contains(UInt32(bigEndian: magic))
  }

  private static let largestProgram = 2 << 30

  /// ELF, and Mach-O of either width and order of bytes, for one kind of processor or several.
  private static let programMagic: Set<UInt32> = [
    0x7F45_4C46, 0xFEED_FACE, 0xFEED_FACF, 0xCEFA_EDFE, 0xCFFA_EDFE, 0xCAFE_BABE, 0xCAFE_BABF,
  ]

  /// Both tools are asked for the same form: a line with the address, then one `file:line` for each frame, inlined first.
  private static func findTool() -> (path: String, options: [String])? {
    let environment = ProcessInfo.processInfo.environment
    let compiler = findExecutable(environment["SWIFTC"] ?? "swiftc").flatMap(realPath)
    let besideCompiler = compiler.map { ($0 as NSString).deletingLastPathComponent + "/llvm-symbolizer" }
    if let tool = besideCompiler.flatMap(findExecutable) ?? findInstalled("llvm-symbolizer") {
      return (tool, ["--output-style=GNU", "-a", "-i", "--functions=none", "-e"])
    }
    return findInstalled("addr2line").map { ($0, ["-a", "-i", "-e"]) }
  }

  /// A program in `PATH`, but not one that the current folder happens to hold.
  private static func findInstalled(_ name: String) -> String? {
    findExecutable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func parse(_ text: String) -> [UInt64: [SourceLine]] {
    var lines: [UInt64: [SourceLine]] = [:]
    var address: UInt64?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("0x") {
        address = UInt64(line.dropFirst(2), radix: 16)
        if let address { lines[address] = [] }
      } else if let address, let source = sourceLine(line) {
        lines[address, default: []].append(source)
      }
    }
    return lines
  }

  /// `/a/b.swift:3`, perhaps followed by a remark; nil if the line is unknown.
  private static func sourceLine(_ text: Substring) -> SourceLine? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    guard let line = Int(text[text.index(after: colon)...].prefix { $0.isNumber }), line > 0 else { return nil }
    return SourceLine(file: String(text[..<colon]), line: line)
  }

  private static func lastComponent(_ path: String) -> String { (path as NSString).lastPathComponent }
}
