import Foundation

/// Seconds that `headwater trace` takes for a file of ten lines: the first time, and again when nothing has changed.
struct CommandTimes {
  var first: Double
  var again: Double

  /// - Parameter headwater: the path of the command.
  init(headwater: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("headwater-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var (first, again) = (Double.infinity, Double.infinity)
    for number in 0..<3 {
      // Another text each time: no earlier run can have compiled it.
      let file = folder.appendingPathComponent("pipeline\(number).swift")
      try Self.pipeline(number).write(to: file, atomically: true, encoding: .utf8)
      first = min(first, try Self.seconds(headwater, file))
      again = min(again, try Self.seconds(headwater, file))
    }
    (self.first, self.again) = (first, again)
  }

  private static func pipeline(_ number: Int) -> String {
    """
    import RxSwift

    // \(UUID())
    let numbers = Observable<Int>.create { observer in
      observer.onNext(\(number))
      observer.onCompleted()
      return Disposables.create()
    }
    let doubled = numbers.map { $0 * 2 }
    _ = doubled.subscribe(onNext: { print($0) })
    """
  }

  private static func seconds(_ headwater: String, _ file: URL) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: headwater)
    process.arguments = ["trace", file.path]
    process.standardOutput = FileHandle.nullDevice
    let start = Date()
    try process.run()
    process.waitUntilExit()
    let seconds = Date().timeIntervalSince(start)
    guard process.terminationStatus == 0 else {
      fatalError("\(headwater) trace ended with status \(process.terminationStatus)")
    }
    return seconds
  }
}
