import RxTrace

/// A call with data in it, as the bytes of a script: pages opened from a disk may load scripts, but no data.
///
///     var script = ScriptText(calling: "headwaterSearch")
///     script.string("a\"b")
///     print(String(decoding: script.finished(), as: UTF8.self))
///     // Prints: (self.headwaterSearch=self.headwaterSearch||[]).push("a\"b")
struct ScriptText {
  private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Scripts may arrive before the script that understands them: until then their data waits in a list.
  init(calling name: String) { bytes = Array("(self.\(name)=self.\(name)||[]).push(".utf8) }

  func finished() -> [UInt8] { bytes + Array(")\n".utf8) }

  mutating func string(_ text: String) { string(Array(text.utf8)) }

  /// UTF-8, escaped as the strings of a script need it.
  mutating func string(_ utf8: [UInt8]) {
    separate()
    bytes.append(0x22)
    utf8.withUnsafeBytes { text in TextEscaping.json.escape(text) { bytes.append(contentsOf: $0) } }
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

  /// The name of the next value in an object.
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
