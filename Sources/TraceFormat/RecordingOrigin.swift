#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Tells that a user made a recording on this machine, so that the files which it names may be opened.
///
/// A mark is a keyed hash. The key is the machine's id, which an author elsewhere does not know. The message has the file's
/// owner and inode, so that a copy does not have the mark of its original, and the start and the process of the recording.
/// The device is not in it, because its number can change when the machine or a network folder starts anew.
///
/// Each ``RecordKind/defineImage`` has a mark of its own, with the path in the message. Otherwise somebody who was sent a
/// recording could send it back with other names in it, for a place where it takes the inode of the original.
public struct RecordingOrigin: Sendable {
  private let key: SipHash.Key
  private let message: [UInt8]

  /// - Parameters:
  ///   - file: the descriptor of the recording.
  ///   - startWallClock: see ``TraceFormat/Header/startWallClock``.
  ///   - process: see ``TraceFormat/Header/processIdentifier``.
  /// - Returns: nil if the machine has no id, or the file is not a regular one.
  public init?(ofFile file: Int32, startWallClock: UInt64, process: UInt32) {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let machine = MachineID.current() else {
      return nil
    }
    let numbers = [UInt64(status.st_uid), UInt64(status.st_ino), startWallClock, UInt64(process)] + machine.container
    key = machine.key
    message = numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }

  /// The value of ``TraceFormat/Header/origin``; never 0.
  public var mark: UInt64 { max(SipHash.hash(message, key), 1) }

  /// The value of ``RecordKind/defineImage``'s `site`.
  public func mark(ofImage path: String) -> UInt32 {
    UInt32(truncatingIfNeeded: SipHash.hash(message + Array(path.utf8), key))
  }
}

/// A number that differs between machines, and is not made public by them.
private struct MachineID {
  var key: SipHash.Key
  /// Numbers that tell the containers of a machine apart, if the key does not.
  var container: [UInt64] = []

  static func current() -> MachineID? {
    #if os(macOS)
      var bytes = [UInt8](repeating: 0, count: 16)
      var noWait = timespec(tv_sec: 0, tv_nsec: 0)
      guard gethostuuid(&bytes, &noWait) == 0 else { return nil }
      return MachineID(key: SipHash.Key(bytes))
    #elseif os(Linux)
      if let bytes = hexadecimal(inFile: "/etc/machine-id") { return MachineID(key: SipHash.Key(bytes)) }
      // Containers that have no id of their own share this one.
      guard let bytes = hexadecimal(inFile: "/proc/sys/kernel/random/boot_id") else { return nil }
      var root = stat()
      guard stat("/", &root) == 0 else { return nil }
      return MachineID(key: SipHash.Key(bytes), container: [UInt64(root.st_dev), UInt64(root.st_ino)])
    #else
      return nil
    #endif
  }

  /// The 16 bytes that a file has as 32 hexadecimal digits; nil if it has more or fewer of them.
  private static func hexadecimal(inFile path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = read(file, &text, text.count)
    let digits = text.prefix(max(count, 0)).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 32 else { return nil }
    return stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

/// SipHash-2-4, a keyed hash: nobody can compute it without the key.
enum SipHash {
  struct Key: Sendable {
    let low: UInt64
    let high: UInt64

    /// - Parameter bytes: 16.
    init(_ bytes: [UInt8]) { (low, high) = (SipHash.word(bytes[..<8]), SipHash.word(bytes[8..<16])) }
  }

  static func hash(_ message: [UInt8], _ key: Key) -> UInt64 {
    var state = State(key)
    let whole = message.count / 8 * 8
    for start in stride(from: 0, to: whole, by: 8) { state.add(word(message[start..<start + 8])) }
    state.add(word(message[whole...]) | UInt64(truncatingIfNeeded: message.count) << 56)
    return state.finish()
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private struct State {
    private var words: SIMD4<UInt64>

    init(_ key: Key) {
      words =
        SIMD4(key.low, key.high, key.low, key.high)
        ^ SIMD4(0x736F_6D65_7073_6575, 0x646F_7261_6E64_6F6D, 0x6C79_6765_6E65_7261, 0x7465_6462_7974_6573)
    }

    mutating func add(_ word: UInt64) {
      words[3] ^= word
      for _ in 0..<2 { mix() }
      words[0] ^= word
    }

    mutating func finish() -> UInt64 {
      words[2] ^= 0xFF
      for _ in 0..<4 { mix() }
      return words[0] ^ words[1] ^ words[2] ^ words[3]
    }

    private mutating func mix() {
      words[0] &+= words[1]
      words[2] &+= words[3]
      words[1] = Self.rotated(words[1], 13) ^ words[0]
      words[3] = Self.rotated(words[3], 16) ^ words[2]
      words[0] = Self.rotated(words[0], 32)
      words[2] &+= words[1]
      words[0] &+= words[3]
      words[1] = Self.rotated(words[1], 17) ^ words[2]
      words[3] = Self.rotated(words[3], 21) ^ words[0]
      words[2] = Self.rotated(words[2], 32)
    }

    private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
  }
}
