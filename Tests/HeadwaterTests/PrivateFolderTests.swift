import Foundation
import TestSupport
import Testing

/// Programs are started from the cache, so anyone who can write to it could have anything started.
@Suite("The folder of compiled programs", .oneAtATime)
struct PrivateFolderTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try "import Rx\n_ = Observable.just(1).subscribe(onNext: { print($0) })\n".write(
      to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
  }

  @Test("A folder that others can write to is not used, and a message says so")
  func writable() throws {
    try make("cache/headwater", mode: 0o777)
    let result = try trace(["XDG_CACHE_HOME": path("cache"), "HOME": path("home")])
    #expect(result.status == 0 && result.output.hasPrefix("1\n"))
    #expect(result.errors.contains("cache/headwater: other users can write to it (mode 777); "))
    #expect(try names("cache/headwater") == [])
  }

  @Test("A folder that others can replace is not used")
  func replaceable() throws {
    try make("cache", mode: 0o777)
    let result = try trace(["XDG_CACHE_HOME": path("cache"), "HOME": path("home")])
    #expect(result.status == 0)
    #expect(result.errors.contains("cache/headwater: other users can replace it, as they can write to "))
  }

  @Test("Neither a link nor another user's folder is used", .enabled(if: geteuid() == 0))
  func foreign() throws {
    try make("cache/headwater", mode: 0o700)
    #expect(chown(path("cache/headwater"), 65534, 65534) == 0)
    try make("home/.cache", mode: 0o700)
    #expect(symlink(path("elsewhere"), path("home/.cache/headwater")) == 0)
    try make("elsewhere", mode: 0o700)
    let result = try trace(["XDG_CACHE_HOME": path("cache"), "HOME": path("home")])
    #expect(result.status == 0)
    #expect(result.errors.contains("cache/headwater: it belongs to another user (65534); "))
    #expect(result.errors.contains("home/.cache/headwater: it is a symbolic link\n"))
    #expect(result.errors.contains("what is compiled is kept for this run only; set XDG_CACHE_HOME"))
    #expect(try names("cache/headwater") == [] && names("elsewhere") == [])
  }

  @Test("Without a home, a folder that somebody else made among the temporary files is not used")
  func noHome() throws {
    try make("temporary", mode: 0o1777)
    try make("temporary/headwater-\(getuid())", mode: 0o777)
    let result = try trace(["XDG_CACHE_HOME": "", "HOME": "", "TMPDIR": path("temporary")])
    #expect(result.status == 0 && result.output.hasPrefix("1\n"))
    #expect(result.errors.hasPrefix("headwater: neither HOME nor XDG_CACHE_HOME names a folder\n"))
    #expect(try names("temporary/headwater-\(getuid())") == [])
    try waitUntil { try names("temporary") == ["headwater-\(getuid())"] }
  }

  @Test("A place for temporary files where others can replace them is an error that says what to do")
  func temporary() throws {
    try make("temporary", mode: 0o777)
    let result = try trace(["TMPDIR": path("temporary")])
    #expect(result.status == 73 && result.errors.hasSuffix("set TMPDIR to a folder that you can write to\n"))
    #expect(try names("temporary") == [])
  }

  @Test("The remains of a process that was killed while it compiled are removed, and nothing else")
  func abandoned() throws {
    let gone = Process()
    gone.executableURL = URL(filePath: "/bin/sh")
    gone.arguments = ["-c", ":"]
    try gone.run()
    gone.waitUntilExit()
    let programs = "cache/headwater/programs"
    try make("\(programs)/.key.\(gone.processIdentifier).1", mode: 0o700)
    try make("\(programs)/.key.\(getpid()).1", mode: 0o700)
    #expect(chmod(path("cache/headwater"), 0o700) == 0)
    #expect(try trace(["XDG_CACHE_HOME": path("cache")]).errors == "")
    #expect(try names(programs).filter { $0.hasPrefix(".") } == [".key.\(getpid()).1"])
  }

  @Test("A program is compiled once for all folders if its whole path is given, else once for each")
  func otherFolders() throws {
    let other = try Folder()
    let copy = other.url.appending(path: "pipeline.swift").path
    try FileManager.default.copyItem(atPath: path("pipeline.swift"), toPath: copy)
    let cache = ["XDG_CACHE_HOME": path("cache")]
    func compiled(_ name: String) throws -> Int {
      for place in [folder, other] {
        let result = try headwater(["trace", name, "--keep", "run.hwtrace"], in: place, environment: cache)
        #expect(result.status == 0 && result.errors == "")
      }
      let entries = try names("cache/headwater/programs")
      // One on Linux; macOS compiles without.
      #expect(entries.count { $0.hasPrefix("plan-") } <= 1)
      return entries.count { !$0.contains("-") }
    }
    #expect(try compiled(path("pipeline.swift")) == 1)
    #expect(try compiled("pipeline.swift") == 3)
    let run = try Data(contentsOf: other.url.appending(path: "run.hwtrace"))
    #expect(run.range(of: Data("\(copy):2".utf8)) != nil)
  }

  private func trace(_ environment: [String: String]) throws -> Result {
    try headwater(["trace", "--engine", "pipeline.swift"], in: folder, environment: environment)
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  private func make(_ name: String, mode: mode_t) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    try #require(chmod(path(name), mode) == 0)
  }
}

/// Waits for an effect of another process.
func waitUntil(_ isSo: () throws -> Bool) throws {
  let end = Date(timeIntervalSinceNow: 30)
  while try !isSo() {
    try #require(Date() < end, "it did not come to that in half a minute")
    usleep(20_000)
  }
}
