import Foundation
import TestSupport
import Testing

/// Runs the built `headwater` on a folder of recordings.
@Suite("headwater check of a folder of recordings", .oneAtATime)
struct CheckFolderTests {
  private static let program = """
    import Foundation
    import Rx
    let number = Int(CommandLine.arguments.dropFirst().first ?? "1")!
    let talker = Observable<Int>.create { observer in
      observer.onCompleted()
      if number > 1 { observer.onNext(number) }
      return Disposables.create()
    }
    _ = talker.subscribe()
    let cart = PublishSubject<Int>()
    cart.onNext(number)
    let first = cart.subscribe()
    cart.onNext(2)
    first.dispose()

    """

  private let folder: Folder

  /// Three recordings: the first is clean, and the others have an event after the end, each with another value.
  init() throws {
    folder = try Folder()
    try Self.program.write(to: folder.url.appending(path: "app.swift"), atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(at: folder.url.appending(path: "night"), withIntermediateDirectories: true)
    for number in 1...3 {
      let arguments = ["record", "-o", "night/\(number).hwtrace", "app.swift", "--", "\(number)"]
      #expect(try headwater(arguments, in: folder).status == 0)
    }
  }

  private func check(_ options: String...) throws -> Result { try headwater(["check", "night"] + options, in: folder) }

  @Test("Equal findings are one, with the number of recordings and the first one's name")
  func groups() throws {
    let result = try check()
    #expect(result.status == 1 && result.errors == "", "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("warning: ") }.count == 1, "\(result.output)")
    #expect(result.output.contains("  in 2 of 3 recordings, first in night/2.hwtrace\n"), "\(result.output)")
    let note = lines.filter { $0.hasPrefix("note: ") }
    #expect(note.count == 1 && note[0].hasSuffix("[lost-before]  in 3 of 3 recordings, first in night/1.hwtrace"))
    #expect(lines.last == "night: 3 recordings: 1 problem, 1 note")
    #expect(result.output.contains("not looked at: races, because everything ran on one thread\n"))
    let all = try check("--level", "note").output
    #expect(all.contains("  in 3 of 3 recordings, first in night/1.hwtrace\n"), "\(all)")
  }

  @Test("Kinds and comments are left out, and the status follows")
  func selection() throws {
    let skipped = try check("--skip", "after-end,lost-before")
    #expect(skipped.status == 0 && skipped.output.hasSuffix("night: 3 recordings: clean\n"), "\(skipped.output)")
  }

  @Test("As JSON, with the names of the recordings")
  func json() throws {
    let result = try check("--format", "json")
    let report = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(report["recordings"] as? Int == 3 && findings.count == 2)
    #expect(findings[0]["count"] as? Int == 2 && findings[0]["level"] as? String == "warning")
    #expect(findings[0]["recordings"] as? [String] == ["night/2.hwtrace", "night/3.hwtrace"])
    #expect((findings[0]["finding"] as? [String: Any])?["rule"] as? String == "after-end")
  }

  @Test("As SARIF and as annotations, each finding once, with its recordings")
  func scanners() throws {
    let sarif = try check("--format", "sarif")
    let report = try #require(JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any])
    let run = try #require((report["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(sarif.status == 1 && results.compactMap { $0["ruleId"] as? String } == ["after-end", "lost-before"])
    let message = (results[0]["message"] as? [String: Any])?["text"] as? String
    #expect(message?.hasSuffix(" in 2 of 3 recordings, first in night/2.hwtrace") == true, "\(sarif.output)")
    let known = try check("--format", "sarif", "--only", "after-end", "--baseline", baseline())
    #expect(known.status == 0 && known.output.matches(of: #/"kind"\s*:\s*"external"/#).count == 1, "\(known)")
    let github = try check("--format", "github").output.split(separator: "\n")
    #expect(github.count == 3 && github[0].hasPrefix("::warning file=app.swift,line="), "\(github)")
    #expect(github[0].hasSuffix("%0Ain 2 of 3 recordings, first in night/2.hwtrace"), "\(github)")
    #expect(github[2] == "headwater check: night: 3 recordings: 1 problem, 1 note")
  }

  /// A file that lists what the second recording has.
  private func baseline() throws -> String {
    let arguments = ["check", "night/2.hwtrace", "--baseline", "known.json", "--update-baseline"]
    #expect(try headwater(arguments, in: folder).status == 0)
    return "known.json"
  }

  @Test("A recording that cannot be checked is named, and the others are checked")
  func damaged() throws {
    try Data("no recording".utf8).write(to: folder.url.appending(path: "night/0.hwtrace"))
    let result = try check()
    #expect(result.status == 2 && result.errors.hasPrefix("headwater: night/0.hwtrace: "), "\(result.errors)")
    #expect(result.output.contains("  in 2 of 3 recordings, first in night/2.hwtrace\n"), "\(result.output)")
    #expect(result.output.hasSuffix("night: 3 recordings: 1 problem, 1 note; 1 recording could not be checked\n"))
  }

  @Test("An empty folder, several recordings, and options for one run are errors")
  func mistakes() throws {
    try FileManager.default.createDirectory(at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    let empty = try headwater(["check", "empty"], in: folder)
    #expect(empty.status == 2)
    #expect(
      empty.errors
        == "headwater: empty: the folder has neither recordings, whose names end in .hwtrace, nor a Package.swift\n")
    let several = try headwater(["check", "night/1.hwtrace", "night/2.hwtrace"], in: folder)
    #expect(several.status == 64 && several.errors.contains("check if they are in a folder"), "\(several.errors)")
    for options in [["--fix"], ["--format", "editor"], ["--baseline", "b.json", "--update-baseline"]] {
      let result = try headwater(["check", "night"] + options, in: folder)
      #expect(result.status == 64 && result.errors.contains("is about one run"), "\(result.errors)")
    }
  }
}
