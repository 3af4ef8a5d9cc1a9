#if canImport(XCTest) && !canImport(ObjectiveC)
  import Rx
  import RxTest
  import Testing
  import XCTest

  /// What XCTest tests say about recorded events, looked at by running such tests from here.
  @Suite("Assertions of XCTest about recorded events")
  struct XCTestTests {
    private static let numbers: [Recorded<Event<Int>>] = [.next(210, 1), .next(220, 2)]

    /// How often a test with this body fails.
    private func failures(_ body: @escaping () -> Void) -> Int {
      let test = XCTestCase(name: "test", testClosure: { _ in body() })
      test.run()
      return test.testRun?.failureCount ?? -1
    }

    @Test("just these elements, at any time, with no end")
    func recordedElements() {
      #expect(failures { XCTAssertRecordedElements(Self.numbers, [1, 2]) } == 0)
      #expect(failures { XCTAssertRecordedElements([Recorded<Event<Int>>](), []) } == 0)
      for elements in [[], [1], [2, 1], [1, 2, 3]] {
        #expect(failures { XCTAssertRecordedElements(Self.numbers, elements) } == 1)
      }
      #expect(failures { XCTAssertRecordedElements(Self.numbers + [.completed(250)], [1, 2]) } == 1)
      #expect(failures { XCTAssertRecordedElements(Self.numbers + [.error(250, TestError.first)], [1, 2]) } == 1)
    }

    @Test("events and subscriptions can be compared, written out or not")
    func equality() {
      #expect(
        failures {
          XCTAssertEqual(Self.numbers, [.next(210, 1), .next(220, 2)])
          XCTAssertEqual(Self.numbers.map(\.value), [.next(1), .next(2)])
          XCTAssertEqual([Subscription(200, 300)], [Subscription(200, 300)], "subscriptions")
          XCTAssertEqual(Recorded.events(.next(1, "a" as String?), .completed(2)), [.next(1, "a"), .completed(2)])
        } == 0)
      #expect(failures { XCTAssertEqual(Self.numbers, [.next(210, 1), .next(221, 2)]) } == 1)
      #expect(failures { XCTAssertEqual(Self.numbers, []) } == 1)
    }
  }
#endif
