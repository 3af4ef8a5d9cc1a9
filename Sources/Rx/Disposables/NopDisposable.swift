/// Does nothing when it is disposed of.
final class NopDisposable: DisposableObject, Sendable {
  static let noOp = NopDisposable()

  func dispose() {}
}
