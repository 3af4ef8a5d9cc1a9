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
    let named = Self.ownImages(of: trace)
    let images = isOwn ? named : named.filter(trusted.contains)
    findOrigins(in: images, startOfRecording: Self.startOfRecording(path))
    let found = Set(origins.values.map(\.file)).filter { isOwn || trusted.contains($0) }
    let sites = Set(trace.steps.compactMap(\.site?.file)).filter(trusted.contains)
    sourceFiles = found.union(sites).sorted()
    if images.isEmpty, let image = named.first {
      remark =
        "\(path) was not recorded here, so \(image), which it names, is not opened for its source lines; "
        + "--trust FOLDER opens what lies in FOLDER"
    }
  }

  /// A trace that this process has recorded of itself, with the lines of its own source.
  package init(ofThisProcess trace: Trace) {
    self.init(trace: trace)
    findOrigins(in: Self.ownImages(of: trace), startOfRecording: .infinity)
    sourceFiles = Set(origins.values.map(\.file)).sorted()
  }

  private mutating func findOrigins(in images: [String], startOfRecording start: Double) {
    let gone = images.filter { access($0, R_OK) != 0 }
    let changed = images.filter { Self.hasChanged($0, since: start) }
    for image in images where !gone.contains(image) && !changed.contains(image) {
      var symbolicator = Symbolicator(executable: image)
      origins.merge(symbolicator.origins(of: trace)) { first, _ in first }
    }
    if let image = gone.first {
      remark = "\(image) does not exist any more; the lines of its source are not known"
    } else if let image = changed.first {
      remark = "\(image) was rebuilt since; the lines of its source are not known"
    }
  }

  /// The files that the program was loaded from, without those of the system, of Swift and of the engine.
  private static func ownImages(of trace: Trace) -> [String] {
    let images = Set(trace.objects.flatMap { $0.assembly.map(\.image) })
    return images.filter { !isForeign($0) }.sorted()
  }

  private static func isForeign(_ image: String) -> Bool {
    let name = (image as NSString).lastPathComponent
    let isSystem = ["/lib/", "/lib64/", "/usr/lib/", "/System/"].contains { image.hasPrefix($0) }
    let isRuntime = ["libswift", "lib_", "libFoundation", "libdispatch", "libBlocksRuntime", "libHeadwaterEngine"]
      .contains { name.hasPrefix($0) }
    return isSystem || isRuntime || image.isEmpty
  }

  private static func hasChanged(_ image: String, since start: Double) -> Bool {
    var program = stat()
    return stat(image, &program) == 0 && program.modified > start
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

extension stat {
  fileprivate var modified: Double {
    #if canImport(Darwin)
      Double(st_mtimespec.tv_sec) + Double(st_mtimespec.tv_nsec) / 1e9
    #else
      Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) / 1e9
    #endif
  }
}
