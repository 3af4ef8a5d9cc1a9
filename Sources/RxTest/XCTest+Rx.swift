// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if canImport(XCTest)
  import Rx
  import RxTestCore
  import XCTest

  // Each assertion calls XCTest's own, and prints the elements that differ if it fails. Errors are compared as in
  // `Event`.

  /// Fails an XCTest test unless two lists of recorded events are equal, their times included.
  public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Recorded<Event<Element>>], _ rhs: [Recorded<Event<Element>>], file: StaticString = #filePath,
    line: UInt = #line
  ) {
    assertEqual(lhs, rhs, file, line)
  }

  /// Fails an XCTest test unless two lists of events are equal.
  public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [Event<Element>], _ rhs: [Event<Element>], file: StaticString = #filePath, line: UInt = #line
  ) {
    assertEqual(lhs, rhs, file, line)
  }

  /// Fails an XCTest test unless two lists of events of singles are equal.
  public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [SingleEvent<Element>], _ rhs: [SingleEvent<Element>], file: StaticString = #filePath, line: UInt = #line
  ) {
    assertEqual(lhs.map { Outcome(event: $0) }, rhs.map { Outcome(event: $0) }, file, line)
  }

  /// Fails an XCTest test unless two lists of events of maybes are equal.
  public func XCTAssertEqual<Element: Equatable>(
    _ lhs: [MaybeEvent<Element>], _ rhs: [MaybeEvent<Element>], file: StaticString = #filePath, line: UInt = #line
  ) {
    assertEqual(lhs, rhs, file, line)
  }

  /// Fails an XCTest test unless two lists of events of completables are equal.
  public func XCTAssertEqual(
    _ lhs: [CompletableEvent], _ rhs: [CompletableEvent], file: StaticString = #filePath, line: UInt = #line
  ) {
    assertEqual(lhs, rhs, file, line)
  }

  /// Fails an XCTest test unless a sequence sent exactly these elements, at any times, and has not ended.
  ///
  ///     XCTAssertRecordedElements(observer.events, [1, 2])
  public func XCTAssertRecordedElements<Element: Equatable>(
    _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath, line: UInt = #line
  ) {
    if let end = stream.first(where: \.value.isStopEvent) {
      return XCTFail("the sequence ended: \(end)", file: file, line: line)
    }
    assertEqual(stream.compactMap(\.value.element), elements, file, line)
  }

  /// Makes an event of a single `Equatable`: it is a `Result`, which is not.
  private struct Outcome<Element: Equatable>: Equatable, CustomDebugStringConvertible {
    let event: SingleEvent<Element>

    var debugDescription: String { "\(event)" }

    static func == (lhs: Outcome, rhs: Outcome) -> Bool { lhs.asMaybe == rhs.asMaybe }

    // Only public names of RxTestCore are used here, because this file is also compiled in a package that has the built
    // engine.
    private var asMaybe: MaybeEvent<Element> {
      switch event {
      case .success(let element): .success(element)
      case .failure(let error): .error(error)
      }
    }
  }

  private func assertEqual<Value: Equatable>(
    _ lhs: [Value], _ rhs: [Value], _ file: StaticString, _ line: UInt
  ) {
    XCTAssertEqual(lhs, rhs, file: file, line: line)
    for line in differences(lhs, rhs) { print(line) }
  }

  /// The elements that differ, each below its index; the last elements of a longer list are shown alone.
  private func differences<Value: Equatable>(_ lhs: [Value], _ rhs: [Value]) -> [String] {
    let lines = (0..<max(lhs.count, rhs.count)).flatMap { index in
      let (left, right) = (lhs.dropFirst(index).first, rhs.dropFirst(index).first)
      let sides = left == right ? [] : [("lhs", left), ("rhs", right)]
      return sides.compactMap { name, side in side.map { "\(name)[\(index)]:\n    \($0)" } }
    }
    return lines.isEmpty ? [] : ["Differences:"] + lines
  }
#endif
