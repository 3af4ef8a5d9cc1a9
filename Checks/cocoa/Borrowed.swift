import Foundation
import RxSwift
import XCTest

// What RxSwift's tests borrow from RxSwift's insides, and what XCTest has on Apple's systems only.

final class RxMutableBox<Value>: CustomDebugStringConvertible {
  var value: Value

  init(_ value: Value) { self.value = value }

  var debugDescription: String { "RxMutableBox(\(value))" }
}

nonisolated(unsafe) var maxTailRecursiveSinkStackSize = 0

extension RxSwift.Resources {
  static var numberOfSerialDispatchQueueObservables: Int32 { 0 }
}

#if !canImport(Darwin)
  extension XCTestCase {
    func waitForExpectations() { waitForExpectations(timeout: 30) }

    func wait(for expectations: [XCTestExpectation]) { wait(for: expectations, timeout: 30) }
  }

  func autoreleasepool<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
#endif
