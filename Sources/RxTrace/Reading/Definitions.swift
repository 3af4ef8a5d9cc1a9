import TraceFormat

/// The meaning of the numbers in records, stored compactly because a run can have millions of objects.
///
/// They are gathered before any step is built, because until version 4 a thread may use a number shortly before the
/// thread that assigned it has finished its definition. Since version 5, they are repeated, and the first one counts.
struct Definitions {
  /// Full names of types.
  private(set) var types = InternTable()
  /// Raw bytes of ``RecordKind/defineAssembly``.
  private(set) var stacks = InternTable(areTexts: false)
  private(set) var sites: [SourceLine] = []
  /// The place of the call stack that led to each of ``sites``; ``none`` if none was recorded.
  private var siteStacks: [UInt32] = []
  /// The names of the threads that had each thread number, one after another.
  private(set) var threads: [UInt16: [String]] = [:]
  private var threadNumbers: ThreadNumbers
  let objects = PagedArray<ObjectRow>()
  /// The layouts of values by their numbers.
  private var layouts: [UInt32: ValueLayout] = [:]

  private let version: UInt32
  private var isRepeating: Bool { version >= TraceHeader.firstWithSegments }
  /// The facts about types, by the places of their names.
  private var facts: [UInt32: TypeFacts] = [:]
  private let links = PagedArray<LinkRow>()
  private var properties = InternTable()
  private var rows = NumberMap()
  private var kinds: [KindRow] = []
  /// The rows of types and places, by their numbers in the file.
  private var kindRows = NumberMap()
  private var siteRows = NumberMap()
  private var images: [UInt32: String] = [:]
  private var ofProgram = RecordedProgramReader()

  /// The known facts about an object. ``none`` stands for an unknown one.
  struct ObjectRow {
    var number: UInt32
    var type = none
    /// The number of the object that it delivers to; 0 for none.
    var observer: UInt32 = 0
    var firstLink = none
    var lastLink = none
    var stack = none
    /// The ticks at which the object was first known.
    var time: UInt64 = 0
    var role: UInt8 = 0
    /// The ``ObjectID``, which is assigned when a step first names the object.
    var id = none
    var ordinal: UInt32 = 0

    var isDefined: Bool { type != none }
  }

  /// A type, or a place where its objects are made.
  private struct KindRow {
    var type: UInt32
    var properties: [Property]
    var stack = none

    struct Property {
      /// The place of its name; ``none`` if only events are delivered there, and nothing is held.
      var name: UInt32
      var role: LinkRole
    }
  }

  private struct LinkRow {
    var property: UInt32
    var target: UInt32
    var next = none
    var role: UInt8
  }

  struct Link {
    var property: String
    /// The row of the object that is held.
    var target: Int
    var role: LinkRole
  }

  static let none = UInt32.max

  /// - Parameter version: the version of the file's format.
  init(version: UInt32) {
    self.version = version
    threadNumbers = ThreadNumbers(isRepeating: version >= TraceHeader.firstWithSegments)
  }

  mutating func add(_ record: RecordView) {
    ofProgram.add(record)
    switch record.kind {
    case .defineObject: addObject(record)
    case .defineLink: addLink(record)
    case .defineThread: addThread(record)
    case .defineSite: addSite(record)
    case .defineCaller: addCaller(record)
    case .defineType: addType(record)
    case .definePlace: addPlace(record)
    case .defineInstance: addInstance(record)
    case .defineShape: if layouts[record.object] == nil { layouts[record.object] = ValueLayout(record.text) }
    case .defineImage: addImage(record)
    case .defineAssembly:
      let row = row(of: record.object)
      if record.payloadType == .bytes { objects[row].stack = UInt32(stacks.place(of: record.bytes)) }
    case .defineSuperclasses:
      let type = objects[row(of: record.object)].type
      guard type != Self.none else { break }
      facts[type] = TypeFacts(olderType: shortName(type), superclasses: Substring(decoding: record.text, as: UTF8.self))
    default: break
    }
  }

  private mutating func addImage(_ record: RecordView) {
    if isRepeating, images[record.object] != nil { return }
    images[record.object] = String(decoding: record.text, as: UTF8.self)
  }

  private mutating func addThread(_ record: RecordView) {
    guard threadNumbers.meet(record.thread, count: record.object) else { return }
    threads[record.thread, default: []].append(String(decoding: record.text, as: UTF8.self))
  }

  var program: RecordedProgram { ofProgram.program }

  func facts(ofType type: UInt32) -> TypeFacts? { facts[type] }

  /// A type's name without generic arguments.
  func shortName(_ type: UInt32) -> Substring { types.text(Int(type)).prefix { $0 != "<" } }

  func knownRow(of number: UInt32) -> Int? { rows[number] }

  /// The row of an object, which is made if the object has none.
  mutating func row(of number: UInt32) -> Int {
    if let row = rows[number] { return row }
    rows.set(number, objects.count)
    objects.append(ObjectRow(number: number))
    return objects.count - 1
  }

  /// The objects that an object holds, by property; each pair once.
  func links(of row: Int) -> [Link] {
    var result: [Link] = []
    // A set is used, because some objects have thousands of links. Its keys combine the property and the target.
    var known: Set<UInt64> = []
    var next = objects[row].firstLink
    while next != Self.none {
      let link = links[Int(next)]
      next = link.next
      guard let target = rows[link.target], objects[target].isDefined else { continue }
      let key = UInt64(link.property) << 32 | UInt64(UInt32(truncatingIfNeeded: target))
      // The last link needs no entry, so that an object with one needs no set.
      if !known.isEmpty, known.contains(key) { continue }
      if next != Self.none { known.insert(key) }
      result.append(
        Link(
          property: properties.text(Int(link.property)), target: target,
          role: LinkRole(rawValue: link.role) ?? .other))
    }
    return result
  }

  /// Prints the value of a record that holds the value's parts.
  /// - Returns: whether something of the value is missing; nil if its layout is not known.
  func append(_ value: UnsafeRawBufferPointer, to out: ByteBuilder) -> Bool? {
    guard value.count >= 4, let layout = layouts[UInt32(littleEndian: value.loadUnaligned(as: UInt32.self))] else {
      return nil
    }
    var text = ValueText(UnsafeRawBufferPointer(rebasing: value[4...]), to: out)
    text.append(layout)
    return text.isCut
  }

  func siteRow(_ number: UInt32) -> Int? { siteRows[number] }

  func callStack(ofSite row: Int) -> Int? { siteStacks[row] == Self.none ? nil : Int(siteStacks[row]) }

  /// The return addresses of a stack. An address is left out if its image is not known.
  func addresses(ofStack stack: Int) -> [ReturnAddress] {
    stacks.entries[stack].withUnsafeBytes { bytes in
      if isRepeating { return frames(bytes) }
      return stride(from: 0, to: bytes.count - bytes.count % 16, by: 16).compactMap { start in
        let image = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        let offset = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
        return images[UInt32(truncatingIfNeeded: image)].map { ReturnAddress(image: $0, offset: offset) }
      }
    }
  }

  /// Since version 5, a frame is one number: an image in its upper 16 bits, and an offset in the others.
  private func frames(_ bytes: UnsafeRawBufferPointer) -> [ReturnAddress] {
    stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).compactMap { start in
      let frame = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      return images[UInt32(frame >> 48)].map { ReturnAddress(image: $0, offset: frame & 0xFFFF_FFFF_FFFF) }
    }
  }

  private mutating func addObject(_ record: RecordView) {
    let row = row(of: record.object)
    if objects[row].time == 0 { objects[row].time = record.time }
    let type = UInt32(types.place(of: record.text))
    if facts[type] == nil { facts[type] = TypeFacts(olderType: shortName(type)) }
    objects[row].type = type
    objects[row].observer = record.site
    objects[row].role = record.eventByte
  }

  private mutating func addType(_ record: RecordView) {
    guard !isRepeating || kindRows[record.object] == nil else { return }
    let lines = record.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let type = UInt32(types.place(of: UnsafeRawBufferPointer(rebasing: lines[0])))
    if facts[type] == nil { facts[type] = facts(in: lines, type) }
    let names =
      lines.count > 2 && !lines[2].isEmpty
      ? lines[2].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) : []
    add(KindRow(type: type, properties: names.map { property($0) }), record.object)
  }

  private func facts(in lines: [Slice<UnsafeRawBufferPointer>], _ type: UInt32) -> TypeFacts {
    func line(_ number: Int) -> Substring {
      number < lines.count ? Substring(decoding: lines[number], as: UTF8.self) : ""
    }
    if version <= OlderVersions.last { return TypeFacts(olderType: shortName(type), superclasses: line(1)) }
    return TypeFacts(type: shortName(type), superclasses: line(1), traits: line(3))
  }

  private mutating func property(_ text: Slice<UnsafeRawBufferPointer>) -> KindRow.Property {
    let isOlder = version <= OlderVersions.last
    let marked = isOlder ? [.delivery] : LinkRole.allCases
    let role = marked.first { !$0.mark.isEmpty && text.starts(with: $0.mark.utf8) } ?? .other
    let name = text.dropFirst(role.mark.utf8.count)
    let place = name.isEmpty ? Self.none : UInt32(properties.place(of: UnsafeRawBufferPointer(rebasing: name)))
    guard isOlder, role == .other else { return KindRow.Property(name: place, role: role) }
    return KindRow.Property(
      name: place, role: OlderVersions.role(ofProperty: String(decoding: name, as: UTF8.self)))
  }

  private mutating func addPlace(_ record: RecordView) {
    guard let type = kindRows[record.site], record.payloadType == .bytes else { return }
    guard !isRepeating || kindRows[record.object] == nil else { return }
    var place = kinds[type]
    if record.bytes.count > 0 { place.stack = UInt32(stacks.place(of: record.bytes)) }
    add(place, record.object)
  }

  private mutating func add(_ kind: KindRow, _ number: UInt32) {
    kindRows.set(number, kinds.count)
    kinds.append(kind)
  }

  private mutating func addInstance(_ record: RecordView) {
    let row = row(of: record.object)
    if isRepeating && objects[row].isDefined { return }
    if objects[row].time == 0 { objects[row].time = record.time }
    objects[row].role = record.eventByte
    guard let place = kindRows[record.site], record.payloadType == .bytes else { return }
    let kind = kinds[place]
    objects[row].type = kind.type
    objects[row].stack = kind.stack
    let targets = record.bytes
    for (index, property) in kind.properties.prefix(targets.count / 4).enumerated() {
      let target = UInt32(littleEndian: targets.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
      guard target != 0 else { continue }
      if property.role == .delivery { objects[row].observer = target }
      if property.name != Self.none { addLink(row, property.name, property.role, target) }
    }
  }

  private mutating func addLink(_ record: RecordView) {
    let name = String(decoding: record.text, as: UTF8.self)
    let isOlder = version <= OlderVersions.last
    let role = isOlder ? OlderVersions.role(ofProperty: name) : LinkRole(rawValue: record.eventByte) ?? .other
    addLink(row(of: record.object), UInt32(properties.place(of: record.text)), role, record.site)
  }

  private mutating func addLink(_ row: Int, _ property: UInt32, _ role: LinkRole, _ target: UInt32) {
    let link = UInt32(truncatingIfNeeded: links.count)
    links.append(LinkRow(property: property, target: target, role: role.rawValue))
    if objects[row].lastLink == Self.none {
      objects[row].firstLink = link
    } else {
      links[Int(objects[row].lastLink)].next = link
    }
    objects[row].lastLink = link
  }

  private mutating func addSite(_ record: RecordView) {
    guard !isRepeating || siteRows[record.object] == nil else { return }
    let text = String(decoding: record.text, as: UTF8.self)
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) else { return }
    addSite(SourceLine(file: String(text[..<colon]), line: line), record.object)
  }

  private mutating func addCaller(_ record: RecordView) {
    guard let row = siteRows[record.site], record.payloadType == .bytes else { return }
    guard !isRepeating || siteRows[record.object] == nil else { return }
    let stack = record.bytes.count > 0 ? UInt32(stacks.place(of: record.bytes)) : Self.none
    addSite(sites[row], record.object, stack: stack)
  }

  private mutating func addSite(_ line: SourceLine, _ number: UInt32, stack: UInt32 = none) {
    siteRows.set(number, sites.count)
    sites.append(line)
    siteStacks.append(stack)
  }
}
