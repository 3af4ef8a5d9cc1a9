import TraceFormat

extension StepKind {
  init?(_ kind: RecordKind) {
    switch kind {
    case .subscribeClosures: self = .subscribeClosures
    case .subscribeHandler: self = .subscribeHandler
    case .subscribe: self = .subscribe
    case .run: self = .run
    case .forwardOn: self = .forwardOn
    case .on: self = .on
    case .onCore: self = .onCore
    case .dispose: self = .dispose
    case .closure: self = .closure
    case .schedule: self = .schedule
    case .scheduledAction: self = .scheduledAction
    case .cancelledAction: self = .cancelledAction
    case .output: self = .output
    default: return nil
    }
  }
}

extension EventKind {
  init?(_ code: EventCode) {
    switch code {
    case .none: return nil
    case .next: self = .next
    case .error: self = .error
    case .completed: self = .completed
    }
  }
}

extension TracedObject.Link.Role {
  init(_ role: LinkRole) {
    switch role {
    case .other: self = .other
    case .delivery: self = .delivery
    case .subscriber: self = .subscriber
    case .lifetime: self = .lifetime
    case .owner: self = .owner
    }
  }
}

extension TracedObject.Role {
  init(_ role: ObjectRole) {
    switch role {
    case .other: self = .other
    case .observable: self = .observable
    case .sink: self = .sink
    case .observer: self = .observer
    case .subject: self = .subject
    case .disposable: self = .disposable
    case .scheduler: self = .scheduler
    }
  }
}
