import Foundation
import TestSupport
import Testing

/// Runs the built `headwater diff` on runs that it records itself.
@Suite("headwater diff, in the words of the program", .oneAtATime)
struct ProgramDiffTests {
  private static let cart = """
    import RxSwift
    let cart = PublishSubject<Int>()
    func add(_ count: Int) { cart.onNext(count) }
    let subscription = cart
      .map { $0 * 2 }
      .filter { $0 > 2 }
      .subscribe(onNext: { print($0) })
    for number in 1...3 { add(number) }
    subscription.dispose()

    """

  private func recorded(_ source: String) throws -> Folder {
    let folder = try Folder()
    try source.write(to: folder.url.appending(path: "pipeline.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["record", "pipeline.swift", "-o", "run.hwtrace"], in: folder)
    #expect(result.status == 0, "\(result.errors)")
    return folder
  }

  private func diff(_ changed: String, _ options: [String] = []) throws -> Result {
    let folder = try recorded(Self.cart)
    try changed.write(to: folder.url.appending(path: "other.swift"), atomically: true, encoding: .utf8)
    return try headwater(["diff", "run.hwtrace", "other.swift"] + options, in: folder)
  }

  @Test("Lines that only moved are no difference")
  func moved() throws {
    let result = try diff("// A comment.\n\n" + Self.cart)
    #expect(result.status == 0 && result.errors == "", "\(result.output)\(result.errors)")
    #expect(result.output.hasSuffix("\nthe same lines\n"), "\(result.output)")
  }

  @Test("The first other value is named by its stage and line")
  func value() throws {
    let result = try diff(Self.cart.replacing("* 2", with: "* 3"))
    #expect(result.status == 1 && result.errors == "")
    let output = result.output
    let parting = "\nThey part at map (pipeline.swift:5, other.swift:5)\n  left:  2\n  right: 3\n"
    #expect(output.contains(parting), "\(output)")
    #expect(output.contains("cart ● 1") && output.contains("pipeline.swift:3 add(_:)"), "\(output)")
    let ignoring = try diff(Self.cart.replacing("$0 * 2", with: "$0 * 2 + 100"), ["--ignore-values"])
    #expect(!ignoring.output.contains("left:  2\n"), "\(ignoring.output)")
  }

  @Test("A line that the other run has at another place is said to be there")
  func elsewhere() throws {
    let send = "for number in 1...3 { add(number) }\n"
    let flag = "let flag = PublishSubject<Bool>()\n"
    let folder = try recorded(Self.cart.replacing(send, with: flag + "flag.onNext(true)\n" + send))
    try Self.cart.replacing(send, with: flag + send + "flag.onNext(true)\n").write(
      to: folder.url.appending(path: "other.swift"), atomically: true, encoding: .utf8)
    let result = try headwater(["diff", "run.hwtrace", "other.swift"], in: folder)
    let message = "only the left run has here (the right one has it at #"
    #expect(result.status == 1 && result.output.contains(message), "\(result.output)")
  }

  @Test("An operator that one run lacks, with what its stages did")
  func stage() throws {
    let result = try diff(Self.cart.replacing("  .filter { $0 > 2 }\n", with: ""))
    #expect(result.status == 1)
    #expect(result.output.contains("cart → map → filter"), "\(result.output)")
    #expect(result.output.contains("filter (pipeline.swift:6)"), "\(result.output)")
    #expect(result.output.contains("only left  in 3  out 2  drop 1"), "\(result.output)")
  }

  @Test("An operator that was added or replaced is told once, and then what else is different")
  func toldOnce() throws {
    let added = try diff(Self.cart.replacing("  .filter", with: "  .share()\n  .filter"))
    #expect(added.output.contains("right: cart → map → share → filter\n"), "\(added.output)")
    #expect(added.status == 1 && added.output.hasSuffix("\n1 place\n"), "\(added.output)")
    let replaced = try diff(Self.cart.replacing("map { $0 * 2 }", with: "compactMap { $0 == 3 ? 7 : $0 * 2 }"))
    #expect(replaced.output.contains("left:  cart → map → filter\n"), "\(replaced.output)")
    #expect(replaced.output.contains("Also at map and compactMap (pipeline.swift:5, other.swift:5)\n  left:  6\n"))
    #expect(replaced.output.contains("\n2 places of 2 kinds\n"), "\(replaced.output)")
  }

  @Test("What only one run sends")
  func onlyOne() throws {
    let result = try diff(Self.cart.replacing("1...3", with: "1...4"))
    #expect(result.output.contains("They part at "), "\(result.output)")
    #expect(result.output.contains("only the right run has: cart ● 4"), "\(result.output)")
    #expect(result.output.contains("map (pipeline.swift:5, other.swift:5)"), "\(result.output)")
    #expect(result.output.contains("in 3, 4  out 3, 4"), "\(result.output)")
  }

  @Test("Another function that sends, and what is printed")
  func senderAndOutput() throws {
    let sender = try diff(Self.cart.replacing("add(", with: "put("))
    #expect(sender.output.contains("left:  sent by pipeline.swift:3 add(_:)\n"), "\(sender.output)")
    let printing = Self.cart.replacing("print($0)", with: "print(\"!\", $0)")
    #expect(try diff(printing).status == 1)
    let ignoring = try diff(printing, ["--ignore-output"])
    #expect(ignoring.status == 0, "\(ignoring.output)")
  }

  @Test("JSON and a page")
  func forms() throws {
    let folder = try recorded(Self.cart)
    try Self.cart.replacing("* 2", with: "* 3").write(
      to: folder.url.appending(path: "other.swift"), atomically: true, encoding: .utf8)
    let json = try headwater(["diff", "run.hwtrace", "other.swift", "--format", "json"], in: folder)
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let place = try #require((report["places"] as? [[String: Any]])?.first)
    #expect(place["reason"] as? String == "value")
    #expect((place["left"] as? [String: Any])?["stage"] as? String == "map")
    #expect((place["right"] as? [String: Any])?["source"] as? String == "other.swift:5")
    #expect(try headwater(["diff", "run.hwtrace", "other.swift", "-o", "diff.html"], in: folder) == Result(1))
    let html = try String(contentsOf: folder.url.appending(path: "diff.html"), encoding: .utf8)
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("They part at map"))
    #expect(!html.contains("<script") && !html.contains("http"))
  }

  @Test("Threads take turns as they like")
  func threads() throws {
    let folder = try recorded(
      """
      import Foundation
      import RxSwift
      let group = DispatchGroup()
      func work(_ name: String) {
        group.enter()
        let queue = SerialDispatchQueueScheduler(internalSerialQueueName: name)
        _ = Observable.of(1, 2, 3).observe(on: queue).map { "\\(name) \\($0)" }
          .subscribe(onNext: { _ in }, onDisposed: { group.leave() })
      }
      for name in ["one", "two", "three", "four"] { work(name) }
      group.wait()
      Thread.sleep(forTimeInterval: 0.1)

      """)
    let result = try headwater(["diff", "run.hwtrace", "pipeline.swift"], in: folder)
    #expect(result.status == 0, "\(result.output)")
  }
}
