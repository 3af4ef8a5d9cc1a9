// The assertions are apart from what they look at, so that only a program that imports this module loads XCTest: the
// engine that `headwater trace` compiles against brings `RxTestCore` under this name.
@_exported import RxTestCore
