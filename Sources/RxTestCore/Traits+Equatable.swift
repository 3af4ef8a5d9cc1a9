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
