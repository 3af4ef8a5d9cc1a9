// Types that RxSwift had before version 6. `headwater trace` makes them available to every file, so that programs from
// earlier years need no change. The module `RxSwift` does not contain them, because in today's programs its `Variable`
// would be ambiguous with another module's.
@_exported import protocol Rx.DriverConvertibleType
@_exported import class Rx.Variable
