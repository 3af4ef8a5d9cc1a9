// The types of the engine that RxSwift's RxCocoa has: written by Scripts/api-surface, not by hand.
@_exported import struct Rx.ControlEvent
@_exported import protocol Rx.ControlEventType
@_exported import struct Rx.ControlProperty
@_exported import protocol Rx.ControlPropertyType
@_exported import typealias Rx.Driver
@_exported import struct Rx.DriverSharingStrategy
@_exported import struct Rx.SharedSequence
@_exported import protocol Rx.SharedSequenceConvertibleType
@_exported import enum Rx.SharingScheduler
@_exported import protocol Rx.SharingStrategyProtocol
@_exported import typealias Rx.Signal
@_exported import struct Rx.SignalSharingStrategy
