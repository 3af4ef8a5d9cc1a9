import Foundation
import PipelineRunning
import RxTrace
import Walkthrough

/// Builds a site with whatever bytes libFuzzer thinks of in it: as a page, as the settings, or as a page's data.
///
/// The first byte says as which. A crash, a hang or an overrun of memory is found by the sanitizers; that the same content
/// gives the same report and pages is checked here.
private func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let bytes, count > 0 else { return 0 }
  let text = Data(bytes: bytes + 1, count: count - 1)
  site.fill(bytes[0], text)
  // A build that writes takes several times as long.
  let mode = bytes[0] & 0x80 == 0 ? SiteBuilder.Mode.check : .preview
  let first = site.outcome(mode)
  if bytes[0] & 0x40 != 0, site.outcome(mode) != first { fatalError("built twice, the site differs") }
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager wants a main function of its own, so that libFuzzer's is not linked.
@main
private enum Main {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&count, &arguments) { fuzz($0, $1) })
  }
}

private let site = Site()

/// A small site, in memory if the system has a file system there.
private struct Site: Sendable {
  private let root: URL
  private let run: PipelineRun

  init() {
    let place = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    root = URL(fileURLWithPath: "\(place)/headwater-fuzz-\(getpid())")
    let environment = ProcessInfo.processInfo.environment
    guard let trace = environment["FUZZ_TRACE"], let recorded = try? Trace(contentsOf: trace) else {
      fatalError("FUZZ_TRACE names no recording; Checks/fuzz/fuzz-pages sets it")
    }
    run = PipelineRun(trace: recorded, output: "2\n4\n", status: 0)
    let files = FileManager.default
    for folder in ["content/data", "Rx"] {
      try? files.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    write("import Rx\n_ = Observable.of(1, 2).map { $0 * 2 }.subscribe()\n", to: "content/flow.swift")
    write("class Sink<Element> {\n  func forwardOn(next element: Element) {}\n}\n", to: "Rx/Sink.swift")
    write("---\ntitle: Home\n---\n\n# One\n\n# Two\n", to: "content/index.md")
  }

  private func write(_ text: String, to path: String) { write(Data(text.utf8), to: path) }

  private func write(_ bytes: Data, to path: String) {
    guard (try? bytes.write(to: root.appending(path: path))) != nil else { fatalError("\(path): cannot be written") }
  }

  /// Puts the bytes where the number says, and something sound everywhere else.
  func fill(_ number: UInt8, _ bytes: Data) {
    let page = Data("---\ntitle: Page\n---\n\n".utf8)
    let template = "---\ntitle: {{name}}\n---\n\n{{#list}}\n- {{.}}\n{{/list}}\n\n{{{text}}}\n"
    let place = number & 7
    write(place == 0 ? bytes : place == 1 ? page + bytes : page, to: "content/page.md")
    write(place == 2 ? bytes : Data("title: Site\naddress: https://example.com\n".utf8), to: "content/site.yml")
    write(place == 3 ? bytes : Data(template.utf8), to: "content/data/template.md")
    write(place == 4 ? bytes : Data("name: Entry\nlist: [a, b]\ntext: c\n".utf8), to: "content/data/entry.yml")
    write(place == 5 ? bytes : Data(), to: "content/\(Self.ledger)")
  }

  private static let ledger = SiteBuilder.ledgerName

  /// The problems of the site, or its pages.
  func outcome(_ mode: SiteBuilder.Mode) -> String {
    let (run, root) = (run, root)
    let folders = SiteFolders(
      content: root.appending(path: "content"), output: root.appending(path: "dist"),
      look: URL(fileURLWithPath: ProcessInfo.processInfo.environment["FUZZ_LOOK"] ?? "site"),
      sources: [root.appending(path: "Rx")], cache: root.appending(path: "cache"))
    let recorder = PipelineRecorder(key: { _, arguments in "\(arguments)" }, record: { _, _ in run })
    do {
      let report = try SiteBuilder(folders: folders, recorder: recorder).build(mode)
      return "\(report.pages) \(report.problems) \(report.warnings)"
    } catch {
      return "\(error)"
    }
  }
}
