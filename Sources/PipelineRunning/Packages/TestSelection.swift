import Foundation
import RxTrace

/// The tests of a package to run, by regular expressions that are matched with `Module.Suite/test`.
public struct TestSelection: Equatable, Sendable {
  /// A test runs if it matches one of them; all run if there are none.
  public var filters: [String]
  /// A test that matches one of them does not run.
  public var skips: [String]

  public init(filters: [String] = [], skips: [String] = []) {
    self.filters = filters
    self.skips = skips
  }

  /// The options of `swift test` for the same selection.
  var arguments: [String] { filters.flatMap { ["--filter", $0] } + skips.flatMap { ["--skip", $0] } }

  private static let byTesting = ["--testing-library", "swift-testing"]
  private static let listLimit = 1 << 24

  /// The arguments that make a test program run these tests: first those of XCTest, then those of Swift Testing.
  /// - Throws: ``PipelineError`` if there are none.
  func runs(of program: String, in folder: String) throws -> [[String]] {
    let (old, new) = (try names(in: program, []), try names(in: program, Self.byTesting))
    let (chosenOld, chosenNew) = try chosen(old: old, new: new, in: folder)
    let oldRuns = chosenOld == old ? (old.isEmpty ? [] : [[]]) : Self.arguments(naming: chosenOld)
    return oldRuns + (chosenNew.isEmpty ? [] : [Self.byTesting + arguments])
  }

  /// The arguments that run each of the tests by itself, with the test's name.
  /// - Throws: ``PipelineError`` if there are none.
  func singleRuns(of program: String, in folder: String) throws -> [(name: String, arguments: [String])] {
    let (old, new) = try chosen(
      old: names(in: program, []), new: names(in: program, Self.byTesting), in: folder)
    return old.map { ($0, [$0]) } + new.map { ($0, Self.byTesting + ["--filter", Self.expression(for: $0)]) }
  }

  /// A regular expression for one test of Swift Testing. The test's identifier may continue with its place.
  static func expression(for test: String) -> String {
    "^" + NSRegularExpression.escapedPattern(for: test) + "($|/)"
  }

  /// - Throws: ``PipelineError`` if none of them is chosen.
  func chosen(old: [String], new: [String], in folder: String) throws -> (old: [String], new: [String]) {
    let (filters, skips) = (try self.filters.map { try expression($0) }, try self.skips.map { try expression($0) })
    func isChosen(_ name: String) -> Bool {
      (filters.isEmpty || filters.contains { name.contains($0) }) && !skips.contains { name.contains($0) }
    }
    let chosen = (old: old.filter(isChosen), new: new.filter(isChosen))
    guard !chosen.old.isEmpty || !chosen.new.isEmpty else {
      let count = old.count + new.count
      throw PipelineError.notSource(
        file: folder, reason: count == 0 ? Self.noTests(in: folder) : "none of its \(count) tests is chosen")
    }
    return chosen
  }

  private static func noTests(in folder: String) -> String {
    let list = "Tests/LinuxMain.swift"
    guard access("\(folder)/\(list)", F_OK) == 0 else { return "its tests were built, and have no test in them" }
    return """
      no test was found: SwiftPM takes the tests of XCTest from \(list) as long as there is such a file, and it lists none
        remove \(list), which Swift has not needed since 5.4, or list the tests there
      """
  }

  /// XCTest takes the names as one argument, and Linux has a limit of 128 KiB for an argument.
  private static func arguments(naming tests: [String]) -> [[String]] {
    var lists = [""]
    for test in tests {
      let list = lists[lists.count - 1]
      if list.isEmpty || list.utf8.count + test.utf8.count < 100_000 {
        lists[lists.count - 1] = list.isEmpty ? test : "\(list),\(test)"
      } else {
        lists.append(test)
      }
    }
    return lists.filter { !$0.isEmpty }.map { [$0] }
  }

  private func expression(_ text: String) throws -> Regex<AnyRegexOutput> {
    do {
      return try Regex(text)
    } catch {
      throw PipelineError.notSource(file: text, reason: "is not a regular expression: \(error)")
    }
  }

  private func names(in program: String, _ arguments: [String]) throws -> [String] {
    var process = ChildProcess(executable: program, arguments: arguments + ["--list-tests"])
    process.streams = .captured(input: "/dev/null", limit: Self.listLimit)
    return Self.names(in: String(decoding: try process.run().output, as: UTF8.self))
  }

  /// The names in the list, like `Module.Case/test`, without the headings.
  static func names(in list: String) -> [String] {
    list.split(separator: "\n").filter { $0.wholeMatch(of: /\w+\.\S.*/) != nil }.map(String.init)
  }
}
