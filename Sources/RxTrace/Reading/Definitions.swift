import TraceFormat

/// What the numbers in records mean, in as little memory as it takes: a run can have millions of objects.
///
/// Gathered before any step is built, because a thread may use a number a moment before the thread that gave it out has
/// finished defining it.
struct Definitions {
  /// Full names of types.
  private(set) var types = InternTable()
  /// Raw bytes of ``RecordKind/defineAssembly``.
  private(set) var stacks = InternTable()
  private(set) var sites: [SourceLine] = []
  private(set) var threads: [UInt16: String] = [:]
  let objects = PagedArray<ObjectRow>()

  /// Names separated by commas, by the place of a type.
  private var superclasses: [UInt32: String] = [:]
  private let links = PagedArray<LinkRow>()
  private var properties = InternTable()
  private var rows = NumberMap()
  private var kinds: [KindRow] = []
  /// By the numbers of types and places.
  private var kindRows = NumberMap()
  private var siteRows = NumberMap()
  private var images: [UInt32: String] = [:]

  /// What is known about an object. ``none`` stands for nothing.
  struct ObjectRow {
    var number: UInt32
    var type = none
    /// The number of the object that it delivers to; 0 for none.
    var observer: UInt32 = 0
    var firstLink = none
    var lastLink = none
    var stack = none
    /// Ticks at which it was first known.
    var time: UInt64 = 0
    var role: UInt8 = 0
    /// Given when a step first names it.
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
      var isDelivery: Bool
    }
  }

  private struct LinkRow {
    var property: UInt32
    var target: UInt32
    var next = none
  }

  private struct LinkName: Hashable {
    var property: String
    var target: Int
  }

  static let none = UInt32.max

  mutating func add(_ record: RecordView) {
    switch RecordKind(rawValue: record.kind) {
    case .defineObject: addObject(record)
    case .defineLink: addLink(record)
    case .defineThread: threads[record.thread] = String(decoding: record.text, as: UTF8.self)
    case .defineSite: addSite(record)
    case .defineType: addType(record)
    case .definePlace: addPlace(record)
    case .defineInstance: addInstance(record)
    case .defineImage: images[record.object] = String(decoding: record.text, as: UTF8.self)
    case .defineAssembly:
      let row = row(of: record.object)
      if record.payloadType == .bytes { objects[row].stack = UInt32(stacks.place(of: record.bytes)) }
    case .defineSuperclasses:
      superclasses[objects[row(of: record.object)].type] = String(decoding: record.text, as: UTF8.self)
    default: break
    }
  }

  func superclasses(ofType type: UInt32) -> [String] {
    (superclasses[type] ?? "").split(separator: ",").map(String.init)
  }

  /// The row of an object, which is made where nothing was known of it.
  mutating func row(of number: UInt32) -> Int {
    if let row = rows[number] { return row }
    rows.set(number, objects.count)
    objects.append(ObjectRow(number: number))
    return objects.count - 1
  }

  /// What an object holds, by property; each pair once.
  func links(of row: Int) -> [(property: String, target: Int)] {
    var result: [(property: String, target: Int)] = []
    var known: Set<LinkName> = []
    var next = objects[row].firstLink
    while next != Self.none {
      let link = links[Int(next)]
      next = link.next
      guard let target = rows[link.target], objects[target].isDefined else { continue }
      let property = properties.text(Int(link.property))
      if known.insert(LinkName(property: property, target: target)).inserted { result.append((property, target)) }
    }
    return result
  }

  func siteRow(_ number: UInt32) -> Int? { siteRows[number] }

  /// A stack's return addresses, as far as their images are known.
  func addresses(ofStack stack: Int) -> [ReturnAddress] {
    stacks.entries[stack].withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - bytes.count % 16, by: 16).compactMap { start in
        let image = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        let offset = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
        return images[UInt32(truncatingIfNeeded: image)].map { ReturnAddress(image: $0, offset: offset) }
      }
    }
  }

  private mutating func addObject(_ record: RecordView) {
    let row = row(of: record.object)
    if objects[row].time == 0 { objects[row].time = record.time }
    objects[row].type = UInt32(types.place(of: record.text))
    objects[row].observer = record.site
    objects[row].role = record.eventByte
  }

  private mutating func addType(_ record: RecordView) {
    let lines = record.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let type = UInt32(types.place(of: UnsafeRawBufferPointer(rebasing: lines[0])))
    let superclasses = lines.count > 1 ? String(decoding: lines[1], as: UTF8.self) : ""
    if self.superclasses[type] == nil, !superclasses.isEmpty { self.superclasses[type] = superclasses }
    let names =
      lines.count > 2 && !lines[2].isEmpty
      ? lines[2].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) : []
    add(KindRow(type: type, properties: names.map { property($0) }), record.object)
  }

  private mutating func property(_ text: Slice<UnsafeRawBufferPointer>) -> KindRow.Property {
    let isDelivery = text.first == UInt8(ascii: ">")
    let name = isDelivery ? text.dropFirst() : text
    let place = name.isEmpty ? Self.none : UInt32(properties.place(of: UnsafeRawBufferPointer(rebasing: name)))
    return KindRow.Property(name: place, isDelivery: isDelivery)
  }

  private mutating func addPlace(_ record: RecordView) {
    guard let type = kindRows[record.site], record.payloadType == .bytes else { return }
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
      if property.isDelivery { objects[row].observer = target }
      if property.name != Self.none { addLink(row, property.name, target) }
    }
  }

  private mutating func addLink(_ record: RecordView) {
    addLink(row(of: record.object), UInt32(properties.place(of: record.text)), record.site)
  }

  private mutating func addLink(_ row: Int, _ property: UInt32, _ target: UInt32) {
    let link = UInt32(truncatingIfNeeded: links.count)
    links.append(LinkRow(property: property, target: target))
    if objects[row].lastLink == Self.none {
      objects[row].firstLink = link
    } else {
      links[Int(objects[row].lastLink)].next = link
    }
    objects[row].lastLink = link
  }

  private mutating func addSite(_ record: RecordView) {
    let text = String(decoding: record.text, as: UTF8.self)
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) else { return }
    siteRows.set(record.object, sites.count)
    sites.append(SourceLine(file: String(text[..<colon]), line: line))
  }
}
