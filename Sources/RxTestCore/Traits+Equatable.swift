import Rx

/// Elements are compared by their type's `==`, errors as in ``Event``.
extension MaybeEvent: Equatable where Element: Equatable {
  public static func == (lhs: MaybeEvent, rhs: MaybeEvent) -> Bool {
    switch (lhs, rhs) {
    case (.success(let left), .success(let right)): left == right
    case (.error(let left), .error(let right)): isSameError(left, right)
    case (.completed, .completed): true
    default: false
    }
  }
}

/// Errors are compared as in ``Event``.
extension CompletableEvent: Equatable {
  public static func == (lhs: CompletableEvent, rhs: CompletableEvent) -> Bool {
    switch (lhs, rhs) {
    case (.error(let left), .error(let right)): isSameError(left, right)
    case (.completed, .completed): true
    default: false
    }
  }
}

/// Whether two events of singles are equal: ``SingleEvent`` is a `Result`, whose errors are not `Equatable`.
package func isSameEvent<Element: Equatable>(_ lhs: SingleEvent<Element>, _ rhs: SingleEvent<Element>) -> Bool {
  switch (lhs, rhs) {
  case (.success(let left), .success(let right)): left == right
  case (.failure(let left), .failure(let right)): isSameError(left, right)
  default: false
  }
}
