import Foundation

/// Where the objects of a kept trace were made, found through the program that was recorded, if it is still there.
struct KeptOrigins {
  private(set) var origins: [ObjectID: SourceLine] = [:]
  private(set) var remarks: [String] = []

  /// - Parameter path: the trace file; a program that is newer has other addresses.
  init(of trace: Trace, recordedAt path: String) {
    let recorded = Self.changed(path)
    for image in Self.programs(of: trace) {
      guard access(image, R_OK) == 0 else {
        remarks.append("\(image): is gone, and with it the lines of its source where objects were made")
        continue
      }
      if let recorded, let changed = Self.changed(image), changed > recorded {
        remarks.append("\(image): was built again after the recording, so lines of its source may be others")
      }
      var symbolicator = Symbolicator(executable: image, isOwnSource: Self.isOwnSource)
      origins.merge(symbolicator.origins(of: trace)) { known, _ in known }
    }
  }

  /// The files that addresses lie in, without the engine's library and what belongs to the system or the language.
  private static func programs(of trace: Trace) -> [String] {
    let images = Set(trace.objects.flatMap(\.assembly).map(\.image))
    return images.filter { image in
      let name = (image as NSString).lastPathComponent
      return image.hasPrefix("/") && !name.hasPrefix("lib") && !systemFolders.contains { image.hasPrefix($0) }
    }.sorted()
  }

  private static let systemFolders = ["/lib/", "/lib64/", "/usr/lib/", "/System/"]

  /// Whether a line belongs to whoever wrote the pipeline rather than to the engine or the compiler.
  private static func isOwnSource(_ file: String) -> Bool {
    !file.hasPrefix("<") && !file.hasPrefix("?") && !file.contains("/Sources/Rx/") && !file.contains("/Sources/RxTest/")
      && !file.contains("/stdlib/public/")
  }

  private static func changed(_ path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }
}
