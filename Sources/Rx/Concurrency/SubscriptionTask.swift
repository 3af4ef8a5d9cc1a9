/// Starts a task for a subscription; disposal cancels it.
func subscriptionTask(
  _ isDetached: Bool, _ priority: TaskPriority?, _ work: @escaping () async -> Void
) -> any Disposable {
  // The caller that hands the work over decides that another thread may do it.
  nonisolated(unsafe) let work = work
  let task =
    isDetached
    ? Task.detached(priority: priority) { await work() } : Task(priority: priority) { await work() }
  return Disposables.create { task.cancel() }
}
