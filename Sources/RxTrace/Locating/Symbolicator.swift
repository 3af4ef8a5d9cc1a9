import Foundation
import Synchronization

/// Turns return addresses into functions and lines of source.
///
/// The addresses of a run are looked up by a process for each file, `llvm-symbolizer` or `addr2line`; its results can be
/// kept in a file beside the program, whose contents never change. Without such a tool there are no lines, and nothing
/// else is lost.
/// The tool is taken from `PATH`, is given only programs and libraries, and may take half a minute and four gigabytes.
public struct Symbolicator {
  /// The program and the libraries whose addresses are looked up.
  private let images: Set<String>
  /// The names of the source files whose lines count as the user's; nil if nobody knows them.
  private let sourceNames: Set<String>?
  private let memory: URL?
  private var found: [ReturnAddress: [SymbolFrame]]
  /// The addresses that the run's own recording names.
  private let recorded: Set<ReturnAddress>

  /// A library or a program in the state in which it was read.
  private struct Library: Hashable {
    var path: String
    var number: UInt64
    var modified: Int64

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (self.path, number, modified) = (path, UInt64(status.st_ino), status.modifiedNanoseconds)
    }
  }

  /// The results of this process. They are kept, because all programs of a site call the engine at the same places, and
  /// a program has several runs.
  private static let framesOfLibraries = Mutex<[Library: [ReturnAddress: [SymbolFrame]]]>([:])
  /// The number is limited, because a server that compiles what its readers write meets more and more programs.
  private static let mostLibraries = 2048

  /// - Parameter memory: a file that keeps results; nil to look everything up.
  public init(executable: String, source: String, memory: URL? = nil) {
    self.init(images: [executable], sources: [source], memory: memory)
  }

  /// - Parameters:
  ///   - images: the program and its own libraries. The engine's library may be one of them.
  ///   - sources: the program's own files; nil to count every line as its own that is neither the engine's, nor a
  ///     package's, nor the standard library's.
  public init(images: some Sequence<String>, sources: [String]? = nil, memory: URL? = nil) {
    self.init(images: images, sources: sources, memory: memory, known: [:])
  }

  /// - Parameter known: frames that need not be looked up.
  init(
    images: some Sequence<String>, sources: [String]? = nil, memory: URL? = nil, known: [ReturnAddress: [SymbolFrame]]
  ) {
    self.images = Set(images)
    self.sourceNames = sources.map { Set($0.map(Self.lastComponent)) }
    self.memory = memory
    found = known
    recorded = Set(known.keys)
    if let memory, let text = try? String(contentsOf: memory, encoding: .utf8) {
      found.merge(Self.parseMemory(text)) { known, _ in known }
    }
  }

  /// The files that the program was loaded from, except those of the system, of Swift and of the engine.
  package static func imagesOfProgram(_ trace: Trace) -> Set<String> {
    Set(trace.callStacks.joined().lazy.map(\.image)).filter { !isForeign($0) }
  }

  /// The program's images with addresses that are not known yet.
  static func imagesOfProgram(_ trace: Trace, missingIn known: [ReturnAddress: [SymbolFrame]]) -> Set<String> {
    Set(trace.callStacks.joined().lazy.filter { known[$0] == nil && $0.offset > 0 }.map(\.image))
      .filter { !isForeign($0) }
  }

  /// The engine's own library, if the program does not hold the engine itself.
  package static func engines(_ trace: Trace) -> Set<String> {
    Set(trace.callStacks.joined().lazy.filter(\.isInEngine).map(\.image))
  }

  private static func isForeign(_ image: String) -> Bool {
    let name = (image as NSString).lastPathComponent
    let isSystem = ["/lib/", "/lib64/", "/usr/lib/", "/System/"].contains { image.hasPrefix($0) }
    let isRuntime = ["libswift", "lib_", "libFoundation", "libdispatch", "libBlocksRuntime", "libHeadwaterEngine"]
      .contains { name.hasPrefix($0) }
    return isSystem || isRuntime || image.isEmpty
  }

  /// Looks up the addresses of several recordings at once, so that reading each one does not start the tool again.
  /// - Throws: ``TraceError``
  package static func prepare(for recordings: [String]) throws {
    var stacks: Set<[ReturnAddress]> = []
    for recording in recordings { stacks.formUnion(try Trace(callStacksOf: recording).callStacks) }
    prepare(for: stacks)
  }

  static func prepare(for stacks: Set<[ReturnAddress]>) {
    var all = Trace()
    all.callStacks = Array(stacks)
    var symbolicator = Symbolicator(images: imagesOfProgram(all).union(engines(all)))
    _ = symbolicator.frames(of: all)
  }

  /// The frames at the return addresses of a run, innermost first. An address has several if calls were inlined there.
  ///
  /// Of the engine's own library, only the functions that the program calls are looked up.
  public mutating func frames(of trace: Trace) -> [ReturnAddress: [SourceFrame]] {
    symbols(of: trace).mapValues { $0.map(sourceFrame) }
  }

  /// The frames of a trace's addresses, before their owners are known.
  mutating func symbols(of trace: Trace) -> [ReturnAddress: [SymbolFrame]] {
    let own = trace.callStacks.flatMap { $0 }.filter { images.contains($0.image) && !$0.isInEngine && $0.offset > 0 }
    lookUp(Set(own))
    let called = Set(trace.callStacks.compactMap(calledInEngine))
    lookUp(called.filter { images.contains($0.image) })
    var symbols: [ReturnAddress: [SymbolFrame]] = [:]
    // Other engine addresses are left out, because only another run can have made them known.
    for address in Set(trace.callStacks.joined()) {
      let isOfRun = !address.isInEngine || called.contains(address) || recorded.contains(address)
      if isOfRun { symbols[address] = found[address] }
    }
    return symbols
  }

  /// The address at which a stack of the program enters the engine's library; nil if there is none.
  private func calledInEngine(_ stack: [ReturnAddress]) -> ReturnAddress? {
    // The frame must be outside of the engine, because an engine that was built for debugging has lines too.
    let outer = stack.firstIndex { !$0.isInEngine && (found[$0]?.contains { $0.line != nil } ?? false) }
    guard let outer, outer > 0 else { return nil }
    return stack[outer - 1].isInEngine ? stack[outer - 1] : nil
  }

  private func sourceFrame(_ frame: SymbolFrame) -> SourceFrame {
    Self.sourceFrame(frame, amongSources: sourceNames)
  }

  /// - Parameter sourceNames: the names of the program's own files; nil if only the paths of files tell whose they are.
  static func sourceFrame(_ frame: SymbolFrame, amongSources sourceNames: Set<String>?) -> SourceFrame {
    SourceFrame(
      symbol: SwiftSymbol(mangled: frame.function), line: frame.line,
      owner: frame.line.map { owner($0, sourceNames) } ?? (frame.function.hasPrefix("$s2Rx") ? .engine : .program))
  }

  private static func owner(_ line: SourceLine, _ sourceNames: Set<String>?) -> SourceFrame.Owner {
    let name = lastComponent(line.file)
    if let sourceNames, sourceNames.contains(name) { return .program }
    // `<compiler-generated>` is not the name of a file.
    if sourceNames != nil || name.hasPrefix("<") && name.hasSuffix(">") { return .engine }
    if engineFolders.contains(where: { line.file.contains($0) }) { return .engine }
    return line.file.contains("/checkouts/") ? .package : .program
  }

  /// The source folders of the engine and the standard library, wherever those were built, and of RxSwift's RxCocoa, which
  /// the engine may be built with.
  private static let engineFolders =
    ["Rx", "RxCocoa", "RxTest", "RxTestCore", "RxBlocking", "OtherNames", "CPlatform", "CDestruction"]
    .map { "/Sources/\($0)/" } + ["/stdlib/public/"]

  private mutating func lookUp(_ addresses: Set<ReturnAddress>) {
    let unknown = addresses.filter { found[$0] == nil }
    guard !unknown.isEmpty else { return }
    for (image, addresses) in Dictionary(grouping: unknown, by: \.image) {
      found.merge(Self.knownFrames(image, addresses)) { $1 }
    }
    remember()
  }

  private static func knownFrames(_ image: String, _ addresses: [ReturnAddress]) -> [ReturnAddress: [SymbolFrame]] {
    guard let library = Library(image) else { return frames(image, addresses) }
    let known = framesOfLibraries.withLock { $0[library] } ?? [:]
    let unknown = addresses.filter { known[$0] == nil }
    guard !unknown.isEmpty else { return known.filter { addresses.contains($0.key) } }
    let frames = frames(image, unknown)
    framesOfLibraries.withLock { libraries in
      if libraries.count >= mostLibraries { libraries = [:] }
      libraries[library, default: [:]].merge(frames) { $1 }
    }
    return known.filter { addresses.contains($0.key) }.merging(frames) { $1 }
  }

  /// The frames of addresses; none for an address that the tool does not know. The result is empty without a tool.
  private static func frames(_ image: String, _ addresses: [ReturnAddress]) -> [ReturnAddress: [SymbolFrame]] {
    // The byte before a return address lies in the call.
    guard let text = run(image, addresses.map { $0.offset - 1 }) else { return [:] }
    let frames = parse(text[...])
    return Dictionary(uniqueKeysWithValues: addresses.map { ($0, frames[$0.offset - 1] ?? []) })
  }

  // MARK: The file that keeps results

  private func remember() {
    guard let memory else { return }
    var text = ""
    for (image, addresses) in Dictionary(grouping: found.keys, by: \.image).sorted(by: { $0.key < $1.key }) {
      text += "@\(image)\n"
      for address in addresses.sorted(by: { $0.offset < $1.offset }) {
        text += "0x\(String(address.offset - 1, radix: 16))\n"
        for frame in found[address] ?? [] { text += "\(frame.function)\n\(frame.line?.description ?? "??:0")\n" }
      }
    }
    try? text.write(to: memory, atomically: true, encoding: .utf8)
  }

  private static func parseMemory(_ text: String) -> [ReturnAddress: [SymbolFrame]] {
    var found: [ReturnAddress: [SymbolFrame]] = [:]
    // Each section begins with a line of `@` and an image.
    for section in text.split(separator: "\n@", omittingEmptySubsequences: true) {
      let image = section.prefix { $0 != "\n" }
      for (offset, frames) in parse(section.dropFirst(image.count)) {
        found[ReturnAddress(image: String(image.drop { $0 == "@" }), offset: offset + 1)] = frames
      }
    }
    return found
  }

  // MARK: The tool

  private static func run(_ executable: String, _ addresses: [UInt64]) -> String? {
    guard isProgram(executable), let tool = findTool() else { return nil }
    let input = FileManager.default.temporaryDirectory.appending(path: "headwater-\(UUID().uuidString)")
    let text = addresses.sorted().map { "0x" + String($0, radix: 16) }.joined(separator: "\n") + "\n"
    guard (try? text.write(to: input, atomically: false, encoding: .utf8)) != nil else { return nil }
    defer { try? FileManager.default.removeItem(at: input) }
    // A shell sets the limit, and is then replaced by the tool.
    let limited = "ulimit -v \(mostKilobytes) 2>/dev/null; exec \"$@\""
    var process = ChildProcess(
      executable: "/bin/sh", arguments: ["-c", limited, "sh", tool.path] + tool.options + [executable])
    // These variables make the tool ask servers for debug information, or add options.
    process.environment = process.environment.filter { !$0.key.hasPrefix("DEBUGINFOD_") && !$0.key.hasPrefix("LLVM_") }
    process.streams = .captured(input: input.path, limit: 1 << 26)
    process.timeLimit = 30
    guard let result = try? process.run(), result.ending == .exited(0) else { return nil }
    return String(decoding: result.output, as: UTF8.self)
  }

  private static let mostKilobytes = 4 << 20

  /// Whether a file is a program or a library of any system. A device or a pipe is refused, because it would be read
  /// for ever; so is a relative path, because the tool could take it for an option.
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

  /// The first bytes of ELF and Mach-O files, in either width and byte order, for one kind of processor or several.
  private static let programMagic: Set<UInt32> = [
    0x7F45_4C46, 0xFEED_FACE, 0xFEED_FACF, 0xCEFA_EDFE, 0xCFFA_EDFE, 0xCAFE_BABE, 0xCAFE_BABF,
  ]

  /// Both tools are asked for the same form: a line with the address, then for each frame, inlined first, a line with the
  /// function and one with `file:line`.
  private static func findTool() -> (path: String, options: [String])? {
    let environment = ProcessInfo.processInfo.environment
    let compiler = findExecutable(environment["SWIFTC"] ?? "swiftc").flatMap(realPath)
    let besideCompiler = compiler.map { ($0 as NSString).deletingLastPathComponent + "/llvm-symbolizer" }
    if let tool = besideCompiler.flatMap(findExecutable) ?? findInstalled("llvm-symbolizer") {
      return (tool, ["--output-style=GNU", "-a", "-i", "--functions=linkage", "--no-demangle", "-e"])
    }
    return findInstalled("addr2line").map { ($0, ["-a", "-i", "-f", "-e"]) }
  }

  /// A program in `PATH`, but not one that the current folder happens to hold.
  private static func findInstalled(_ name: String) -> String? {
    findExecutable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func parse(_ text: Substring) -> [UInt64: [SymbolFrame]] {
    var frames: [UInt64: [SymbolFrame]] = [:]
    var address: UInt64?
    var function: Substring?
    for line in text.split(separator: "\n") {
      if function == nil, line.hasPrefix("0x") {
        address = UInt64(line.dropFirst(2), radix: 16)
        if let address { frames[address] = [] }
      } else if let name = function, let address {
        frames[address, default: []].append(SymbolFrame(function: String(name), line: sourceLine(line)))
        function = nil
      } else {
        function = line
      }
    }
    return frames
  }

  /// `/a/b.swift:3`, perhaps followed by a remark; nil if the line is unknown.
  private static func sourceLine(_ text: Substring) -> SourceLine? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    guard let line = Int(text[text.index(after: colon)...].prefix { $0.isNumber }), line > 0 else { return nil }
    return SourceLine(file: String(text[..<colon]), line: line)
  }

  private static func lastComponent(_ path: String) -> String { (path as NSString).lastPathComponent }
}
