import Foundation
import Rx

/// Elements are compared as their type does it. Errors are equal where their descriptions are, and on Apple's platforms
/// their domains and codes as well: an error need not be `Equatable`.
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
    // Bridging to NSError makes domains and codes up here, from the error's type and case.
    return true
  #endif
}
