import Foundation
import TestSupport
import Testing

/// A stand-in for `xcrun` launches a program of this machine, because the simulator is on macOS only.
@Suite("Apps in the simulator", .oneAtATime)
struct SimulatedAppTests {
  private let folder: Folder
  /// The data container of the app.
  private let container: URL
  private let app: String
  private let environment: [String: String]

  init() throws {
    folder = try Folder()
    container = folder.url.appending(path: "Data Container")
    let source = folder.url.appending(path: "shop.swift")
    try """
    import Foundation
    import RxSwift
    if CommandLine.arguments.count == 1 {
      print(Bundle.main.executablePath!)
    } else {
      _ = Observable.just(CommandLine.arguments[1]).subscribe(onNext: { print("sold", $0) })
    }
    """.write(to: source, atomically: true, encoding: .utf8)
    app = try compiled(source, in: folder)
    let tools = folder.url.appending(path: "tools")
    for made in [tools, container.appending(path: "tmp")] {
      try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    }
    let xcrun = tools.appending(path: "xcrun")
    try """
    #!/bin/sh
    echo "$* ${HEADWATER_TRACE:-}" >>"$XCRUN_CALLS"
    case "$2" in
      get_app_container)
        if [ "$4" = com.example.Shop ]; then echo "$XCRUN_CONTAINER"; else echo 'No such file' >&2; exit 2; fi ;;
      launch)
        shift 6
        [ -z "$SIMCTL_CHILD_HEADWATER_TRACE_EACH" ] || exit 3
        HEADWATER_TRACE=$SIMCTL_CHILD_HEADWATER_TRACE HEADWATER_RING=$SIMCTL_CHILD_HEADWATER_RING exec "$XCRUN_APP" "$@" ;;
      terminate) exit 4 ;;
    esac
    """.write(to: xcrun, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: xcrun.path)
    environment = [
      "PATH": "\(tools.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")", "XCRUN_APP": app,
      "XCRUN_CONTAINER": container.path, "XCRUN_CALLS": folder.url.appending(path: "calls").path,
    ]
  }

  private func calls() throws -> [String] {
    try String(contentsOf: folder.url.appending(path: "calls"), encoding: .utf8).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  private var recordings: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: container.appending(path: "tmp").path) }
  }

  @Test("record in their container, from which the recording is moved")
  func recorded() throws {
    // Of an earlier launch.
    try Data("old".utf8).write(to: container.appending(path: "tmp/headwater.hwtrace"))
    let words = ["record", "-o", "run.hwtrace", "--ring", "1MB", "--simulator", "com.example.Shop", "--", "two pears"]
    let result = try headwater(words, in: folder, environment: environment)
    #expect(result.status == 0 && result.output == "sold two pears\n", "\(result.errors)")
    #expect(
      try calls() == [
        "simctl get_app_container booted com.example.Shop data",
        "simctl launch --console --terminate-running-process booted com.example.Shop two pears",
        "simctl terminate booted com.example.Shop",
      ])
    #expect(try recordings == [])
    let shown = try headwater(["show", "run.hwtrace"], in: folder)
    #expect(shown.status == 0 && shown.output.contains("\"two pears\""), "\(shown.errors)")
  }

  @Test("that are not installed, or have no engine, are told so, and nothing is written")
  func failures() throws {
    let unknown = try headwater(
      ["record", "-o", "run.hwtrace", "--simulator", "com.example.Nobody"], in: folder, environment: environment)
    #expect(unknown.status == 66)
    #expect(
      unknown.errors.contains(
        "com.example.Nobody: cannot be read: xcrun simctl get_app_container booted com.example.Nobody data"),
      "\(unknown.errors)")
    #expect(unknown.errors.contains("No such file\n  boot a simulator, install the app"), "\(unknown.errors)")
    let foreign = try headwater(
      ["record", "-o", "run.hwtrace", "--simulator", "com.example.Shop"], in: folder,
      environment: environment.merging(["XCRUN_APP": "/usr/bin/true"]) { $1 })
    #expect(foreign.status == 65)
    #expect(foreign.errors.contains("com.example.Shop: nothing was recorded: the app is not built with Headwater's Rx"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "run.hwtrace").path))
  }

  @Test("are one app for each recording")
  func commandLine() throws {
    for words in [["one", "two"], ["-e", "1"], ["--", "ls"]] {
      let result = try headwater(["record", "-o", "run.hwtrace", "--simulator"] + words, in: folder)
      #expect(result.status == 64 && result.errors.contains("takes the bundle identifier of one app"), "\(words)")
    }
  }

  #if os(Linux)
    @Test("need Xcode")
    func withoutXcode() throws {
      let result = try headwater(["record", "-o", "run.hwtrace", "--simulator", "com.example.Shop"], in: folder)
      #expect(result.status == 69 && result.errors.contains("xcrun is missing: it is in no folder of PATH"))
    }
  #endif
}
