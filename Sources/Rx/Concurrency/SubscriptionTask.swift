/// Starts a task for a subscription; disposal cancels it.
func subscriptionTask(
  _ isDetached: Bool, _ priority: TaskPriority?, _ work: @escaping () async -> Void
) -> any Disposable {
  // The caller that hands the work over decides that another thread may do it.
  let work = Unchecked(work)
  let task =
    isDetached
    ? Task.detached(priority: priority) { await work.value() } : Task(priority: priority) { await work.value() }
  return Disposables.create { task.cancel() }
}
