#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A test needs the administrator's rights to make a program that has its owner's rights, and a folder in which the
  /// system respects that.
  private var canBeTested: Bool {
    let nosuid: UInt = 2
    var folder = statvfs()
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return getuid() == 0 && statvfs(NSTemporaryDirectory(), &folder) == 0 && folder.f_flag & nosuid == 0
      && !status.contains("NoNewPrivs:\t1") && access("/usr/bin/setpriv", X_OK) == 0
  }

  @Suite("A program with its owner's rights", .enabled(if: canBeTested), .oneAtATime)
  struct SetUserIDTests {
    @Test("It makes no file that the user who starts it names in the environment")
    func traceFile() throws {
      let folder = try Folder()
      let program = folder.url.appending(path: "program").path
      try FileManager.default.copyItem(atPath: compiled(guest("rights"), in: folder), toPath: program)
      #expect(chown(program, 0, 0) == 0 && chmod(program, 0o4755) == 0)
      // Only its owner can make files in there.
      let place = folder.url.appending(path: "private")
      try FileManager.default.createDirectory(
        at: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.path) }
      let variables = ["HEADWATER_TRACE=\(place.path)/run.hwtrace", "HEADWATER_TRACE_EACH=1"]
      let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
      #expect(try output(ofEnvironment: variables + nobody + [program, "run"]) == "65534 0\n")
      #expect(try files() == [])
      #expect(try output(ofEnvironment: variables + [program, "run"]) == "0 0\n")
      #expect(try files() == ["run.hwtrace"])
    }
  }
#endif
