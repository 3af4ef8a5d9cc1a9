import Foundation
import Rx

/// Elements are compared by their type's `==`. Errors, which need not be `Equatable`, are equal if their descriptions
/// are equal, and on Apple's platforms also their domains and codes.
extension Event: Equatable where Element: Equatable {
  public static func == (lhs: Event, rhs: Event) -> Bool {
    switch (lhs, rhs) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): isSameError(left, right)
    case (.completed, .completed): true
    default: false
    }
  }
}

package func isSameError(_ lhs: any Swift.Error, _ rhs: any Swift.Error) -> Bool {
  guard "\(lhs)" == "\(rhs)" else { return false }
  #if canImport(ObjectiveC)
    let (left, right) = (lhs as NSError, rhs as NSError)
    return left.domain == right.domain && left.code == right.code
  #else
    // Here, bridging to NSError derives domains and codes from the error's type and case.
    return true
  #endif
}
