/// The layout of a type's values: the parts that store a value, and the text that tells a reader how to print one.
///
/// The text has a line for each part, the whole before its parts. A line has four fields, with a tab between them: the
/// kind, the label, the name of the type or the case, and the number of parts:
///
///     struct<tab><tab>Point<tab>2
///     i8<tab>x<tab><tab>0
///     i8<tab>y<tab><tab>0
///
/// The reader prints a value as `String(describing:)` does, so a type with a description of its own is stored as the text
/// of that description.
struct ValueShape {
  /// The number of elements of a collection that are stored.
  static let longestCollection = 16
  /// The number of bytes of a text within a value that are stored.
  static let longestText = 256

  private(set) var parts: [ValuePart] = []
  private(set) var lines: [String] = []
  /// Types that contain the part in question. A type that contains itself, as trees do, has no end.
  private var around: [Any.Type] = []
  /// The most lines of a shape; a type with more is described.
  private static let longest = 64

  /// Nil for a type whose values are described as a whole.
  init?<Value>(of type: Value.Type) {
    add(type, at: 0, label: "")
    guard lines.count <= Self.longest, lines[0].prefix(4) != "text" else { return nil }
  }

  private init(around: [Any.Type]) { self.around = around }

  var text: String { lines.joined(separator: "\n") }

  private mutating func add(_ type: Any.Type, at offset: Int, label: String) {
    func open<Part>(_ type: Part.Type) { add(part: type, at: offset, label: label) }
    _openExistential(type, do: open)
  }

  private mutating func add<Part>(part type: Part.Type, at offset: Int, label: String) {
    let isTooMuch = lines.count >= Self.longest || around.contains { $0 == type }
    if let plain = Self.plainKinds[ObjectIdentifier(type)] {
      addLine(plain, label, "", 0)
      add(PlainPart(at: offset, size: MemoryLayout<Part>.size))
    } else if type == String.self {
      addLine("string", label, "", 0)
      parts.append(StringPart(at: offset))
    } else if isTooMuch || !addContents(of: type, at: offset, label) {
      addLine("text", label, "", 0)
      parts.append(DescribedPart<Part>(at: offset))
    }
  }

  /// - Returns: false for a type that describes itself, or whose layout is not known; then nothing was added.
  private mutating func addContents<Part>(of type: Part.Type, at offset: Int, _ label: String) -> Bool {
    switch TypeKind(type) {
    case .optional: return addCases(of: type, at: offset, label, isOptional: true)
    case .array(let element):
      func part<Element>(_ element: Element.Type) -> ValuePart {
        ArrayPart<Element>(at: offset, shape(of: element, around: type).parts)
      }
      addLine("array", label, "", 1)
      parts.append(_openExistential(element, do: part))
      return true
    case .structure: return addList(type, at: offset, label) ?? addFields(of: type, at: offset, label)
    case .tuple: return addFields(of: type, at: offset, label, isTuple: true)
    case .enumeration: return !Self.isDescribed(type) && addCases(of: type, at: offset, label)
    case .existential, .otherExistential, .unreadable, .other: return false
    }
  }

  private mutating func addLine(_ kind: String, _ label: String, _ name: String, _ count: Int) {
    lines.append("\(kind)\t\(label)\t\(name)\t\(count)")
  }

  private mutating func add(_ part: PlainPart) {
    if let last = parts.last as? PlainPart, let joined = last.joined(with: part) {
      parts[parts.count - 1] = joined
    } else {
      parts.append(part)
    }
  }

  /// - Returns: nil for a type that does not describe itself; false for one that does, and is not a collection.
  private mutating func addList<Part>(_ type: Part.Type, at offset: Int, _ label: String) -> Bool? {
    guard Self.isDescribed(type) else { return nil }
    guard let list = type as? any ListedType.Type else { return false }
    addLine(list.listKind, label, "", 1)
    parts.append(list.listPart(at: offset, shape(of: list.listed, around: type).parts))
    return true
  }

  /// Adds the lines of a type whose parts are stored by another part, in other memory.
  private mutating func shape(of type: Any.Type, around whole: Any.Type) -> ValueShape {
    var inner = ValueShape(around: around + [whole])
    inner.lines = lines
    inner.add(type, at: 0, label: "")
    lines = inner.lines
    return inner
  }

  private mutating func addFields<Part>(
    of type: Part.Type, at offset: Int, _ label: String, isTuple: Bool = false
  ) -> Bool {
    let fields = StoredProperty.all(of: type)
    guard fields.allSatisfy({ $0.isStrong && !TypeKind.isUnreadable($0.type) }) else { return false }
    addLine(isTuple ? "tuple" : "struct", label, isTuple ? "" : name(of: type), fields.count)
    around.append(type)
    // The labels of a tuple without labels are .0, .1, …
    for field in fields { add(field.type, at: offset + field.offset, label: field.name.first == "." ? "" : field.name) }
    around.removeLast()
    return true
  }

  private mutating func addCases<Part>(
    of type: Part.Type, at offset: Int, _ label: String, isOptional: Bool = false
  ) -> Bool {
    guard let cases = EnumerationCase.all(of: type),
      cases.allSatisfy({ !($0.payload.map(TypeKind.isUnreadable) ?? false) })
    else { return false }
    // `String(describing:)` leaves the type's name out of the outermost value.
    let name = lines.isEmpty || isOptional ? "" : name(of: type)
    addLine(isOptional ? "optional" : "enum", label, name, cases.count)
    let payloads = cases.map { found in
      addLine("case", "", found.name, found.payload == nil ? 0 : 1)
      return found.payload.map { shape(of: $0, around: type).parts } ?? []
    }
    parts.append(EnumerationPart(at: offset, type, size: MemoryLayout<Part>.size, payloads: payloads))
    return true
  }

  /// `String(describing:)` qualifies the names of all types but the outermost.
  private func name(of type: Any.Type) -> String {
    ValueDescription.withoutAddresses(lines.isEmpty ? String(describing: type) : String(reflecting: type))
  }

  /// The kinds of numbers and truth values, which are stored as they are in memory.
  private static let plainKinds: [ObjectIdentifier: String] = [
    ObjectIdentifier(Int.self): "i8", ObjectIdentifier(Int8.self): "i1", ObjectIdentifier(Int16.self): "i2",
    ObjectIdentifier(Int32.self): "i4", ObjectIdentifier(Int64.self): "i8", ObjectIdentifier(UInt.self): "u8",
    ObjectIdentifier(UInt8.self): "u1", ObjectIdentifier(UInt16.self): "u2", ObjectIdentifier(UInt32.self): "u4",
    ObjectIdentifier(UInt64.self): "u8", ObjectIdentifier(Float.self): "f4", ObjectIdentifier(Double.self): "f8",
    ObjectIdentifier(Bool.self): "bool",
  ]

  /// Whether the type has a description of its own.
  static func isDescribed(_ type: Any.Type) -> Bool {
    type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
      || type is any TextOutputStreamable.Type || type is any CustomReflectable.Type
  }
}

/// A collection of the standard library that is described as the list of its elements.
private protocol ListedType {
  static var listKind: String { get }
  static var listed: Any.Type { get }
  static func listPart(at offset: Int, _ parts: [ValuePart]) -> ValuePart
}

extension Set: ListedType {
  fileprivate static var listKind: String { "set" }
  fileprivate static var listed: Any.Type { Element.self }
  fileprivate static func listPart(at offset: Int, _ parts: [ValuePart]) -> ValuePart {
    CollectionPart<Self>(at: offset, parts)
  }
}

extension Dictionary: ListedType {
  fileprivate static var listKind: String { "dictionary" }
  fileprivate static var listed: Any.Type { Element.self }
  fileprivate static func listPart(at offset: Int, _ parts: [ValuePart]) -> ValuePart {
    CollectionPart<Self>(at: offset, parts)
  }
}
