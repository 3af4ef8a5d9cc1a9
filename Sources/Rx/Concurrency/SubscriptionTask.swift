/// Starts a task for a subscription; disposal cancels it.
func subscriptionTask(
  _ isDetached: Bool, _ priority: TaskPriority?, _ work: @escaping () async -> Void
) -> any Disposable {
  // The caller has decided that another thread may do the work.
  nonisolated(unsafe) let work = work
  let task =
    isDetached
    ? Task.detached(priority: priority) { await work() } : Task(priority: priority) { await work() }
  return Disposables.create { task.cancel() }
}
