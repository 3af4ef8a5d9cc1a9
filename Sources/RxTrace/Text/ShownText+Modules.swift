extension ShownText {
  /// A value's text without the modules that Swift writes before the types inside it:
  /// `Pulse<Optional<String>>(value: nil)` for `App.Pulse<Swift.Optional<Swift.String>>(value: nil)`.
  ///
  /// Text between quotes stays, and so does the beginning of the value, where Swift writes no module.
  package static func withoutModules(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    var shorter = ModuleScanner(text)
    return shorter.scan()
  }

  /// The text without modules, in which `shorten` may replace paths that the caller knows better.
  /// - Parameter shorten: is given the names of a path, like `["App", "Route", "home"]`; nil leaves the path as it is.
  static func withoutModules(_ text: String, _ shorten: @escaping ([String]) -> String?) -> String {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    var shorter = ModuleScanner(text, shorten)
    return shorter.scan()
  }
}

/// Copies a text, leaving out names of modules.
private struct ModuleScanner {
  private let shorten: (([String]) -> String?)?
  private let bytes: [UInt8]
  private var place = 0
  private var copy: [UInt8] = []

  /// Modules that no type is named after.
  private static let knownModules: Set<String> = ["Swift", "Foundation", "FoundationEssentials", "Dispatch", "__C"]

  /// Swift's words for a type that is private to its file or function.
  private static let privateContext = Array(".(unknown context at ".utf8)

  init(_ text: String, _ shorten: (([String]) -> String?)? = nil) {
    self.shorten = shorten
    bytes = Array(text.utf8)
    copy.reserveCapacity(bytes.count)
  }

  mutating func scan() -> String {
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\"") {
        copyQuoted()
      } else if Self.isName(bytes[place]) {
        copyPath()
      } else {
        copy.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: copy, as: UTF8.self)
  }

  private mutating func copyQuoted() {
    let start = place
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place = min(place + 1, bytes.count)
    copy += bytes[start..<place]
  }

  /// Copies a name with those after its dots: `Swift.Array`, `App.Route.home`.
  private mutating func copyPath() {
    let start = place
    var end = endOfName(start)
    var firstEnd: Int?
    var names = [start..<end]
    while let next = nextName(end) {
      if firstEnd == nil { firstEnd = end }
      end = endOfName(next)
      names.append(next..<end)
    }
    place = end
    if names.count > 1, let shorter = shorten?(names.map { String(decoding: bytes[$0], as: UTF8.self) }) {
      copy += shorter.utf8
    } else if let firstEnd, isModule(start..<firstEnd, pathEnd: end) {
      copy += bytes[firstEnd + 1..<end]
    } else {
      copy += bytes[start..<end]
    }
  }

  /// Whether the first name of a path is a module: one that is known, or one before a type with arguments.
  private func isModule(_ name: Range<Int>, pathEnd: Int) -> Bool {
    let first = bytes[name.lowerBound]
    guard !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    if name.lowerBound > 0, bytes[name.lowerBound - 1] == UInt8(ascii: ".") { return false }
    if Self.knownModules.contains(String(decoding: bytes[name], as: UTF8.self)) { return true }
    let type = bytes[name.upperBound + 1]
    guard name.lowerBound > 0, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(type), pathEnd < bytes.count else {
      return false
    }
    return [UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: ">")].contains(bytes[pathEnd])
  }

  /// The beginning of the name that follows a dot; nil if none does.
  private func nextName(_ end: Int) -> Int? {
    var next = end
    if shorten != nil {
      while bytes[next...].starts(with: Self.privateContext) {
        guard let close = bytes[next...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
        next = close + 1
      }
    }
    return next + 1 < bytes.count && bytes[next] == UInt8(ascii: ".") && Self.isName(bytes[next + 1]) ? next + 1 : nil
  }

  private func endOfName(_ start: Int) -> Int {
    var end = start
    while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
    return end
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
