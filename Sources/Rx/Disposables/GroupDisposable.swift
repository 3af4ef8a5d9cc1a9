/// Disposes of any fixed number of others, in order, and releases them.
final class GroupDisposable: IdempotentDisposable {
  private var members: [any DisposableObject]

  init(_ members: [any DisposableObject]) {
    self.members = members
    super.init()
  }

  override func disposeOnce() {
    for member in members { member.dispose() }
    members = []
  }
}
