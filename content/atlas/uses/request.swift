import RxSwift

final class Task {
  var answer: ((Result<String, any Error>) -> Void)?
  func cancel() { print("the request is cancelled") }
}

func load(with task: Task) -> Single<String> {
  Single.create { single in
    task.answer = { single($0) }
    return Disposables.create { task.cancel() }
  }
}

let task = Task()
let subscription = load(with: task)
  .subscribe(
    onSuccess: { print("shows \($0)") },
    onFailure: { print("failed: \($0)") })
print("the user leaves the screen")
subscription.dispose()
task.answer?(.success("the page"))
