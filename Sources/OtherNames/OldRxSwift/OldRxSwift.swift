// Types that RxSwift had before version 6. `headwater trace` gives them to every file, so that programs from earlier years
// can be looked at as they are. They are not among the names of the module `RxSwift`, where today's programs would find
// a second `Variable` beside another module's.
@_exported import protocol Rx.DriverConvertibleType
@_exported import class Rx.Variable
