import RxSwift

let place = SingleAssignmentDisposable()
place.setDisposable(Disposables.create { print("the first is disposed of") })
print("the first is in its place")
place.setDisposable(Disposables.create { print("the second is disposed of") })
