#if canImport(XCTest) && !canImport(ObjectiveC)
  import Rx
  import RxTest
  import TestSupport
  import Testing
  import XCTest

  /// Runs XCTest tests about recorded events, and checks their failures.
  @Suite("Assertions of XCTest about recorded events", .oneAtATime)
  struct XCTestTests {
    private static let numbers: [Recorded<Event<Int>>] = [.next(210, 1), .next(220, 2)]

    /// The number of failures of a test with this body.
    private func failures(_ body: @escaping () -> Void) -> Int {
      let test = XCTestCase(name: "test", testClosure: { _ in body() })
      test.run()
      return test.testRun?.failureCount ?? -1
    }

    @Test("exactly these elements, at any times, without a terminal event")
    func recordedElements() {
      #expect(failures { XCTAssertRecordedElements(Self.numbers, [1, 2]) } == 0)
      #expect(failures { XCTAssertRecordedElements([Recorded<Event<Int>>](), []) } == 0)
      for elements in [[], [1], [2, 1], [1, 2, 3]] {
        #expect(failures { XCTAssertRecordedElements(Self.numbers, elements) } == 1)
      }
      #expect(failures { XCTAssertRecordedElements(Self.numbers + [.completed(250)], [1, 2]) } == 1)
      #expect(failures { XCTAssertRecordedElements(Self.numbers + [.error(250, TestError.first)], [1, 2]) } == 1)
    }

    @Test("events and subscriptions can be compared, with and without their types")
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

    @Test("events of singles, maybes and completables can be compared, and errors by their descriptions")
    func traits() {
      let first: any Error = TestError.first
      let singles: [SingleEvent<Int>] = [.success(1), .failure(first)]
      let maybes: [MaybeEvent<Int>] = [.success(1), .completed, .error(first)]
      let completables: [CompletableEvent] = [.completed, .error(first)]
      #expect(
        failures {
          XCTAssertEqual(singles, [.success(1), .failure(TestError.first)])
          XCTAssertEqual(maybes, [.success(1), .completed, .error(TestError.first)])
          XCTAssertEqual(completables, [.completed, .error(TestError.first)])
        } == 0)
      #expect(failures { XCTAssertEqual(singles, [.success(2), .failure(first)]) } == 1)
      #expect(failures { XCTAssertEqual(singles, [.success(1), .failure(TestError.second)]) } == 1)
      #expect(failures { XCTAssertEqual(singles, [.success(1), .success(1)]) } == 1)
      #expect(failures { XCTAssertEqual(maybes, [.success(1)]) } == 1)
      #expect(failures { XCTAssertEqual(completables, [.completed, .completed]) } == 1)
    }

    @Test("if lists are not equal, the elements that differ are printed")
    func differences() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let test = XCTestCase(
          name: "test",
          testClosure: { _ in
            XCTAssertEqual([Recorded<Event<Int>>.next(1, 5), .next(2, 6)], [.next(1, 5), .next(3, 6), .completed(4)])
            XCTAssertEqual([SingleEvent<Int>.success(1)], [])
            XCTAssertRecordedElements([Recorded<Event<Int>>.next(1, 5)], [7])
            XCTAssertEqual([Event<Int>.completed], [.completed])
          })
        test.run()
      }
      let printed = result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } ?? ""
      let expected = [
        "Differences:\nlhs[1]:\n    next(6) @ 2\nrhs[1]:\n    next(6) @ 3\nrhs[2]:\n    completed @ 4\n",
        "Differences:\nlhs[0]:\n    success(1)\n", "Differences:\nlhs[0]:\n    5\nrhs[0]:\n    7\n",
      ]
      #expect(printed.components(separatedBy: "Differences:").count == 4)
      for text in expected { #expect(printed.contains(text)) }
    }
  }
#endif
