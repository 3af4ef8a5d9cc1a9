// Everything of RxSwift that the workloads use, under one name.
@_exported import RxCocoa
@_exported import RxRelay
@_exported import RxSwift
