import Foundation
import TraceFormat

/// Runs actions as operations of an operation queue, which decides how many run at once.
public final class OperationQueueScheduler: EngineObject, ImmediateSchedulerType, @unchecked Sendable {
  public let operationQueue: OperationQueue
  public let queuePriority: Operation.QueuePriority

  /// - Parameters:
  ///   - operationQueue: runs the actions.
  ///   - queuePriority: the priority of the actions among the queue's operations.
  public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
    self.operationQueue = operationQueue
    self.queuePriority = queuePriority
    super.init()
  }

  public func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let cancel = SingleAssignmentDisposable()
    let cause = Tracing.schedule(on: self)
    // The caller decides on which queue its closure may run.
    nonisolated(unsafe) let work = {
      guard !cancel.isDisposed else { return Tracing.cancelledAction(on: self, cause: cause) }
      cancel.setDisposable(Tracing.scheduledAction(on: self, cause: cause) { action(state) })
    }
    let operation = BlockOperation { work() }
    operation.queuePriority = queuePriority
    operationQueue.addOperation(operation)
    return cancel
  }

  override var role: ObjectRole { .scheduler }
}
