import Foundation

extension LocatedTrace {
  /// Reads a trace file, and finds its source lines in the programs that it names, unless a program has changed since.
  ///
  /// The author of the file chose those names. Therefore a program is opened only if `headwater` recorded the file for
  /// the same user on this machine, or if the program lies in a trusted folder.
  /// - Throws: ``TraceError``
  public init(contentsOf path: String, trusting trusted: TrustedFolders = TrustedFolders()) throws {
    try self.init(contentsOf: path, trusting: trusted, own: .standard())
  }

  init(contentsOf path: String, trusting trusted: TrustedFolders, own: OwnRecordings?) throws {
    self.init(trace: try Trace(contentsOf: path))
    let isOwn = own?.contains(path) ?? false
    let named = Symbolicator.imagesOfProgram(trace).sorted()
    let engines = Symbolicator.engines(trace).filter { isOwn || trusted.contains($0) }
    let images = isOwn ? named : named.filter(trusted.contains)
    findFrames(in: images, engines, startOfRecording: Self.startOfRecording(path))
    let found = sourceFiles.filter { isOwn || trusted.contains($0) }
    // No folder is trusted unless somebody says so, and a run has many steps.
    let sites: Set<String> = trusted.isEmpty ? [] : Set(trace.steps.compactMap(\.site?.file)).filter(trusted.contains)
    sourceFiles = sites.union(found).sorted()
    if images.isEmpty, let image = named.first {
      remark =
        "\(path) was not recorded here, so \(image), which it names, is not opened for its source lines; "
        + "--trust FOLDER opens what lies in FOLDER"
    }
  }

  /// A trace that this process has recorded of itself, with the lines of its own source.
  package init(ofThisProcess trace: Trace) {
    self.init(trace: trace)
    let images = Symbolicator.imagesOfProgram(trace).sorted()
    findFrames(in: images, Symbolicator.engines(trace), startOfRecording: .infinity)
  }

  private mutating func findFrames(in images: [String], _ engines: Set<String>, startOfRecording start: Double) {
    let gone = images.filter { access($0, R_OK) != 0 }
    let changed = images.filter { Self.hasChanged($0, since: start) }
    let known = Set(images).subtracting(gone).subtracting(changed)
    let engines = engines.filter { !Self.hasChanged($0, since: start) }
    var symbolicator = Symbolicator(images: known.union(engines))
    locate(symbolicator.frames(of: trace))
    if let image = gone.first {
      remark = "\(image) does not exist any more; the lines of its source are not known"
    } else if let image = changed.first {
      remark = "\(image) was rebuilt since; the lines of its source are not known"
    }
  }

  private static func hasChanged(_ image: String, since start: Double) -> Bool {
    var program = stat()
    return stat(image, &program) == 0 && Double(program.modifiedNanoseconds) / 1e9 > start
  }

  /// Seconds since 1970; infinite if the file cannot be read twice, like a pipe.
  private static func startOfRecording(_ path: String) -> Double {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let header = try? RecordReader(path: path).header, header.startWallClock > 0
    else { return .infinity }
    return Double(header.startWallClock) / 1e9
  }
}
