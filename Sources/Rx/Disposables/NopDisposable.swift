/// Does nothing when it is disposed of.
struct NopDisposable: Disposable {
  static let noOp = NopDisposable()

  func dispose() {}
}
