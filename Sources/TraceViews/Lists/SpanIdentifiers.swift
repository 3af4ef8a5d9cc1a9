import RxTrace

/// The identifiers of a run's trace and of its spans. They are always the same for one run, and differ between runs.
struct SpanIdentifiers {
  private let seed: UInt64

  /// - Parameters:
  ///   - start: nanoseconds since 1970 when the recording started.
  ///   - process: the process that was recorded.
  init(start: UInt64, process: UInt32) {
    seed = Self.mixed(start ^ Self.mixed(UInt64(process)))
  }

  /// Appends the identifier of the trace: 32 digits.
  func appendTrace(to out: ByteBuilder) {
    Self.append(seed, to: out)
    Self.append(Self.mixed(seed), to: out)
  }

  /// Appends the identifier of a span: 16 digits, different for each number and never all 0, which the format forbids.
  func append(span number: Int, to out: ByteBuilder) {
    let id = Self.mixed(seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    Self.append(id == 0 ? 1 : id, to: out)
  }

  /// Spreads a number over 64 bits without collisions (the last step of the generator SplitMix64).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private static func append(_ number: UInt64, to out: ByteBuilder) {
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 15
      out.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
