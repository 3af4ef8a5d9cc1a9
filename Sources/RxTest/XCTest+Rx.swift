#if canImport(XCTest)
  import Foundation
  import Rx

  /// Fails an XCTest test unless a sequence sent just these elements, whenever that was, and has not ended.
  ///
  ///     XCTAssertRecordedElements(observer.events, [1, 2])
  ///
  /// Recorded events, events and subscriptions are compared, times included, by XCTest's own `XCTAssertEqual`.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public func XCTAssertRecordedElements<Element: Equatable>(
    _ stream: [Recorded<Event<Element>>], _ elements: [Element], file: StaticString = #filePath, line: UInt = #line
  ) {
    if let end = stream.first(where: \.value.isStopEvent) {
      return fail("the sequence ended: \(end)", file, line)
    }
    let sent = stream.compactMap(\.value.element)
    guard sent != elements else { return }
    let index = zip(sent, elements).enumerated().first { $1.0 != $1.1 }?.offset ?? min(sent.count, elements.count)
    fail("the sequence sent \(sent), not \(elements); they differ from index \(index) on", file, line)
  }

  private typealias XCTFail = @convention(thin) (String, StaticString, UInt) -> Void

  /// Calls XCTest's function where XCTest is loaded, as it is in every process that runs its tests.
  ///
  /// Importing XCTest would link it, and nine libraries that it needs, into whatever imports RxTest.
  private func fail(_ reason: String, _ file: StaticString, _ line: UInt) {
    let message = "XCTAssertRecordedElements failed: \(reason)"
    guard let symbol = dlsym(anyLibrary, "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else {
      fatalError("\(message) (and XCTest is not loaded to be told)", file: file, line: line)
    }
    unsafeBitCast(symbol, to: XCTFail.self)(message, file, line)
  }

  /// What `RTLD_DEFAULT` stands for, which Swift does not import.
  private var anyLibrary: UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      UnsafeMutableRawPointer(bitPattern: -2)
    #else
      nil
    #endif
  }
#endif
