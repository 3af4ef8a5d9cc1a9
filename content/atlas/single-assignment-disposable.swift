import RxSwift

let timer = SingleAssignmentDisposable()
timer.dispose()
print("disposed before there was anything to dispose")
timer.setDisposable(Disposables.create { print("cancelled at once") })
