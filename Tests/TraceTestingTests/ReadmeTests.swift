import Foundation
import Rx
import Testing
import TraceTesting

/// Tests in this target record one after another: see `ExpectTraceTests`.
extension ExpectTraceTests {
  @Test("the chain in the README holds")
  func readme() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let chain = try #require(readme.firstMatch(of: /\n    """\n((?:    .*\n)+?)    """/))
    let lines = chain.1.split(separator: "\n").map { $0.dropFirst(4) }
    expectTrace {
      Observable.of(1).map { $0 * 2 }.subscribe(onNext: { print($0) })
    } is: {
      lines.joined(separator: "\n")
    }
  }
}
