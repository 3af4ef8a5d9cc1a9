import Foundation

/// The shapes of checks (`Tests/TraceTestingTests/Shapes`) as one program, in which each shape has a file of its own.
///
/// `ignore`, which takes the elements of a shape, prints them. The program is given the number of the shape to run; without
/// one it prints its own path.
struct ShapePrograms {
  /// The names of the shapes, in the order of their numbers.
  let names: [String]
  /// The files, by their names.
  let files: [String: String]

  private static let folder = URL(filePath: #filePath).appending(path: "../../../TraceTestingTests/Shapes")
    .standardizedFileURL

  /// - Parameter isWanted: whether the shape with a name and a text is to be a part of the program.
  init(_ isWanted: (String, String) -> Bool) throws {
    let paths = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    let sources = try Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8)) }
    )
    let prelude = Self.prelude(sources)
    var (names, files): ([String], [String: String]) = ([], [:])
    for path in paths where path.hasSuffix("Shapes.swift") {
      let file = ShapeFile(sources[path]!)
      for shape in file.shapes where isWanted(shape.name, shape.body) {
        files["s\(names.count).swift"] = """
          \(prelude)
          \(Self.private(file.others))
          extension Shape {
            static func body() {
          \(shape.body)
            }
          }

          func shape\(names.count)() { Shape.body() }

          """
        names.append(shape.name)
      }
    }
    files["main.swift"] = Self.main(names.count)
    (self.names, self.files) = (names, files)
  }

  /// What all shapes use.
  private static func prelude(_ sources: [String: String]) -> String {
    let common = sources["Shape.swift"]!
    let start = common.range(of: "/// Virtual time for shapes.")!.lowerBound
    let end = common.range(of: "func ignore<")!.lowerBound
    let main = sources["MainThreadShapes.swift"]!
    let held = main[main.range(of: ShapeFile.held)!.lowerBound...]
    return """
      import Dispatch
      import Foundation
      import Rx

      \(Self.private(common[start..<end] + held))
      fileprivate func ignore<Value>(_ value: Value) { print(value) }
      fileprivate enum Shape { nonisolated(unsafe) static var kept: [DisposeBag] = [] }
      """
  }

  /// Declarations as only one file sees them.
  private static func `private`(_ declarations: some StringProtocol) -> String {
    declarations.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isOpen = ["final class ", "class ", "struct ", "enum ", "func "].contains { line.hasPrefix($0) }
      return isOpen ? "fileprivate " + line : String(line)
    }.joined(separator: "\n")
  }

  /// The main thread is free for what shapes run on it.
  private static func main(_ count: Int) -> String {
    """
    import Foundation
    import Rx

    guard CommandLine.arguments.count > 1, let number = Int(CommandLine.arguments[1]) else {
      _ = Observable.just(CommandLine.arguments[0]).subscribe(onNext: { print($0) })
      exit(0)
    }
    Thread.detachNewThread {
      switch number {
    \((0..<count).map { "  case \($0): shape\($0)()" }.joined(separator: "\n"))
      default: print("there is no such shape")
      }
      // The closures of other queues return, so that the recording is complete.
      Thread.sleep(forTimeInterval: 0.05)
      exit(0)
    }
    RunLoop.main.run()

    """
  }
}

/// A file of shapes: `static let stale: [Shape] = [ Shape("…", .stale) { … }, … ]`, and other declarations.
private struct ShapeFile {
  private(set) var shapes: [(name: String, body: String)] = []
  private(set) var others = ""
  private var lines: ArraySlice<Substring>

  static let held = "/// Holds a bag"

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix(Self.held) { break }
      if line.hasPrefix("  static let "), line.hasSuffix("[Shape] = [") {
        readShapes()
      } else if line.hasPrefix("  static let "), line.hasSuffix("[") || line.hasSuffix("(") {
        _ = read { $0 == "  ]" || $0 == "  )" }
      } else if line.contains("-> Shape {") {
        _ = read { $0 == "  }" }
      } else if !["import ", "  typealias", "  nonisolated(unsafe) static var kept"].contains(where: line.hasPrefix) {
        others += line + "\n"
      }
    }
  }

  /// The lines up to one that ends them.
  private mutating func read(upTo isEnd: (Substring) -> Bool) -> [Substring] {
    let found = lines.prefix { !isEnd($0) }
    lines = lines[found.endIndex...].dropFirst()
    return Array(found)
  }

  private mutating func readShapes() {
    while let line = lines.popFirst(), line != "  ]" {
      guard let match = line.wholeMatch(of: #/ {4}Shape\("(.*?)"[^"]*?\) \{(.*)/#) else { continue }
      let inline = match.2.replacing(#/ \},?$/#, with: "")
      let body = match.2.isEmpty ? read { $0 == "    }," || $0 == "    }" }.joined(separator: "\n") : String(inline)
      shapes.append((String(match.1), body))
    }
  }
}
