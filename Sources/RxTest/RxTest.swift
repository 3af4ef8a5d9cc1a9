// The assertions are in a module of their own, so that only a program that imports it loads XCTest: the engine that
// `headwater trace` compiles against contains `RxTestCore` under this module's name.
@_exported import RxTestCore
