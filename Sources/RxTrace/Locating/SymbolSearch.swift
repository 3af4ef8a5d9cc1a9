import Foundation

/// Finds the symbols of return addresses, first those in the recording, then others in the program's own files.
package struct SymbolSearch {
  package private(set) var symbols: [ReturnAddress: [SymbolFrame]]
  /// The reason why lines that could be known are not; nil if there is nothing to say.
  private(set) var remark: String?
  /// The files that may be opened, and were not changed since the recording began.
  private let images: Set<String>
  private let trace: Trace

  /// - Parameters:
  ///   - trace: the recording's call stacks, with its facts about the program.
  ///   - path: the recording, for a remark.
  ///   - start: seconds since 1970 when the recording began.
  ///   - memory: a file that keeps results of looking up symbols.
  ///   - mayOpen: whether a program or a library may be opened.
  package init(
    _ trace: Trace, path: String, startOfRecording start: Double, memory: URL? = nil, mayOpen: (String) -> Bool
  ) {
    self.trace = trace
    let known = trace.program.frames
    let own = Symbolicator.imagesOfProgram(trace).filter(mayOpen)
    let engines = Symbolicator.engines(trace).filter(mayOpen)
    images = own.union(engines).filter { access($0, R_OK) == 0 && !Self.hasChanged($0, since: start) }
    var symbolicator = Symbolicator(images: images, memory: memory, known: known)
    symbols = symbolicator.symbols(of: trace)
    let missing = Symbolicator.imagesOfProgram(trace, missingIn: known).sorted()
    remark = Self.remark(missing, missing.filter(own.contains), path, start)
  }

  /// The source files that the program's own debug information names. A file that only the recording names may be any
  /// file.
  func namedSources() -> Set<String> {
    var symbolicator = Symbolicator(images: images)
    return Set(symbolicator.symbols(of: trace).values.joined().compactMap(\.line?.file))
  }

  private static func remark(_ missing: [String], _ opened: [String], _ path: String, _ start: Double) -> String? {
    if opened.isEmpty, let image = missing.first {
      return "\(path) was not recorded here, so \(image), which it names, is not opened for its source lines; "
        + "--trust FOLDER opens what lies in FOLDER"
    }
    if let image = opened.first(where: { access($0, R_OK) != 0 }) {
      return "\(image) does not exist any more; the lines of its source are not known"
    }
    if let image = opened.first(where: { hasChanged($0, since: start) }) {
      return "\(image) was rebuilt since; the lines of its source are not known"
    }
    return nil
  }

  private static func hasChanged(_ image: String, since start: Double) -> Bool {
    var program = stat()
    return stat(image, &program) == 0 && Double(program.modifiedNanoseconds) / 1e9 > start
  }
}
