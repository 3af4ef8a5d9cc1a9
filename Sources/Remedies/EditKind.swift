import TraceAnalysis

/// A kind of change, made in the program's source.
protocol EditKind {
  /// - Throws: ``NoEdit`` unless the text shows that the edit is right.
  static func edits(for change: Finding.Change, in source: ProgramSource) throws(NoEdit) -> [FileEdit]
}

extension Finding.Change.Kind {
  var editKind: any EditKind.Type {
    switch self {
    case .latestInner: LatestInner.self
    case .share: SharedRun.self
    case .replayLatest: ReplayedLatest.self
    case .sendLatest: SentLatest.self
    case .throttle: ThrottleInstead.self
    case .combineLatest: LatestOfInputs.self
    case .moveElements: MovedElements.self
    case .leaveOut: LeftOut.self
    case .returnToMain: ReturnToMain.self
    case .catchWithin: InnerCatch.self
    case .captureWeakly: WeakCapture.self
    case .replaceBagBefore: EarlierBag.self
    case .connectAfter: LaterConnection.self
    }
  }
}
