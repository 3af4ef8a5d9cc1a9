// The types of the engine that RxSwift's RxRelay has: written by Scripts/api-surface, not by hand.
@_exported import class Rx.BehaviorRelay
@_exported import class Rx.PublishRelay
@_exported import class Rx.ReplayRelay
