import TraceFormat

/// A part of the values of a type, from a ``RecordKind/defineShape``, with the parts that it consists of.
final class ValueLayout {
  let kind: Kind
  /// The name of a property, or of an element of a tuple; empty for none.
  let label: String
  /// The name of a type or a case.
  let name: String
  let parts: [ValueLayout]

  enum Kind: String {
    case int8 = "i1"
    case int16 = "i2"
    case int32 = "i4"
    case int64 = "i8"
    case uint8 = "u1"
    case uint16 = "u2"
    case uint32 = "u4"
    case uint64 = "u8"
    case float = "f4"
    case double = "f8"
    case bool
    /// A `String`.
    case string
    /// The description of a value.
    case text
    case structure = "struct"
    case tuple
    case enumeration = "enum"
    /// A case of an enumeration, with its payload as a part.
    case enumerationCase = "case"
    case optional
    case array
    case set
    case dictionary
  }

  /// Reads a layout; nil for text that is not one, or that has a kind which this reader does not know.
  convenience init?(_ text: UnsafeRawBufferPointer) {
    var lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)[...]
    self.init(&lines, depth: 0)
    guard lines.isEmpty else { return nil }
  }

  private static let deepest = 32

  private init?(_ lines: inout ArraySlice<Substring>, depth: Int) {
    guard depth < Self.deepest, let line = lines.popFirst() else { return nil }
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 4, let kind = Kind(rawValue: String(fields[0])), let count = Int(fields[3]), count >= 0 else {
      return nil
    }
    var parts: [ValueLayout] = []
    while parts.count < count {
      guard let part = ValueLayout(&lines, depth: depth + 1) else { return nil }
      parts.append(part)
    }
    (self.kind, label, name, self.parts) = (kind, String(fields[1]), String(fields[2]), parts)
    guard hasParts else { return nil }
  }

  /// Whether the layout has as many parts as its kind needs.
  private var hasParts: Bool {
    switch kind {
    case .structure, .tuple: true
    case .enumeration: parts.allSatisfy { $0.kind == .enumerationCase }
    case .optional: parts.first?.kind == .enumerationCase && parts.first?.parts.count == 1
    case .enumerationCase: parts.count <= 1
    case .array, .set: parts.count == 1
    case .dictionary: parts.count == 1 && parts[0].parts.count == 2
    default: parts.isEmpty
    }
  }
}
