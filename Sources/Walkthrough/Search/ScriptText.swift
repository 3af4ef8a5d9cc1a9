/// A call with data in it, as the bytes of a script: pages opened from a disk may load scripts, but no data.
///
///     var script = ScriptText(calling: "headwaterSearch")
///     script.string("a\"b")
///     print(String(decoding: script.finished(), as: UTF8.self))
///     // Prints: (self.headwaterSearch=self.headwaterSearch||[]).push("a\"b")
struct ScriptText {
  private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Scripts may arrive before the one that understands them: then what they hand over waits in a list.
  init(calling name: String) { bytes = Array("(self.\(name)=self.\(name)||[]).push(".utf8) }

  func finished() -> [UInt8] { bytes + Array(")\n".utf8) }

  mutating func string(_ text: String) { string(Array(text.utf8)) }

  /// UTF-8, which stays as it is but for what a script's strings may not hold.
  mutating func string(_ utf8: [UInt8]) {
    separate()
    bytes.append(0x22)
    for byte in utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x00...0x1F: bytes += Array((byte < 0x10 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
    needsComma = true
  }

  mutating func number(_ number: Int) {
    separate()
    bytes += Array("\(number)".utf8)
    needsComma = true
  }

  mutating func list(_ content: (inout ScriptText) -> Void) { enclose("[", "]", content) }

  mutating func object(_ content: (inout ScriptText) -> Void) { enclose("{", "}", content) }

  /// The name of what comes next in an object.
  mutating func key(_ name: String) {
    separate()
    bytes += Array("\"\(name)\":".utf8)
    needsComma = false
  }

  private mutating func enclose(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ content: (inout ScriptText) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: opening))
    needsComma = false
    content(&self)
    bytes.append(UInt8(ascii: closing))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}
