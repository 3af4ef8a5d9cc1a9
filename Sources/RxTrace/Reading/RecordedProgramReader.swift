import TraceFormat

/// Gathers the definitions that make a ``RecordedProgram``. Sizes are bounded, because the file's author chose them.
package struct RecordedProgramReader {
  private var images: [String: RecordedProgram.Image] = [:]
  private var imagePaths: [UInt32: String] = [:]
  private var symbols: [Place: [SymbolFrame]] = [:]
  private var sources: [UInt32: Source] = [:]
  private var size = 0

  private struct Place: Hashable {
    var image: UInt32
    var offset: UInt64
  }

  private struct Source {
    var name: String
    var text: [UInt8] = []
    var pieces: UInt32 = 0
    var isCut = false

    mutating func add(_ bytes: UnsafeRawBufferPointer, piece: UInt32) {
      isCut = isCut || piece != pieces &+ 1 || text.count + bytes.count > SourceTexts.largestFile
      guard !isCut else { return }
      text += bytes
      pieces += 1
    }
  }

  /// The most calls that may be inlined in one another at a return address.
  package static let mostFrames = 256
  /// The most bytes that all names and texts may have together.
  static let largestSize = 128 << 20

  mutating func add(_ record: RecordView) {
    switch record.kind {
    case .defineImage: addImage(record)
    case .defineFrame: addFrames(record)
    case .defineSource: addSource(record)
    default: break
    }
  }

  var program: RecordedProgram {
    RecordedProgram(images: images, frames: frames, texts: texts, freeSourceNumber: (sources.keys.max() ?? 0) &+ 1)
  }

  private var frames: [ReturnAddress: [SymbolFrame]] {
    var frames: [ReturnAddress: [SymbolFrame]] = [:]
    for (place, found) in symbols {
      guard let image = imagePaths[place.image] else { continue }
      frames[ReturnAddress(image: image, offset: place.offset)] = found
    }
    return frames
  }

  private var texts: [String: String] {
    var texts: [String: String] = [:]
    for (_, source) in sources.sorted(by: { $0.key < $1.key }) where !source.isCut && texts[source.name] == nil {
      texts[source.name] = String(validating: source.text, as: UTF8.self)
    }
    return texts
  }

  // MARK: Records

  /// Adds an image once, because segments repeat the definition.
  private mutating func addImage(_ record: RecordView) {
    guard imagePaths[record.object] == nil else { return }
    let path = String(decoding: record.text, as: UTF8.self)
    imagePaths[record.object] = path
    if images[path] == nil { images[path] = RecordedProgram.Image(number: record.object, mark: record.site) }
  }

  private mutating func addFrames(_ record: RecordView) {
    guard takesRoom(record.bytes.count) else { return }
    let lines = String(decoding: record.text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard let offset = UInt64(lines[0]) else { return }
    let place = Place(image: record.object, offset: offset)
    guard symbols[place] == nil else { return }
    symbols[place] = lines.dropFirst().prefix(Self.mostFrames).map { line in
      let function = line.prefix { $0 != "\t" }
      return SymbolFrame(function: String(function), line: Self.sourceLine(line.dropFirst(function.count + 1)))
    }
  }

  private mutating func addSource(_ record: RecordView) {
    let bytes = record.text
    guard takesRoom(bytes.count), !record.isCut else {
      sources[record.object]?.isCut = true
      return
    }
    if record.site == 0, sources[record.object] == nil {
      sources[record.object] = Source(name: String(decoding: bytes, as: UTF8.self))
    } else {
      sources[record.object]?.add(bytes, piece: record.site)
    }
  }

  private mutating func takesRoom(_ count: Int) -> Bool {
    guard size + count <= Self.largestSize else { return false }
    // A record without a payload takes room as well.
    size += count + TraceFormat.slotSize
    return true
  }

  /// `/a/b.swift:3`
  private static func sourceLine(_ text: Substring) -> SourceLine? {
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]), line > 0 else {
      return nil
    }
    return SourceLine(file: String(text[..<colon]), line: line)
  }
}
