import Foundation
import RxSwift

let names = PublishSubject<String>()
var shown = 0
let subscription = names
  .observe(on: MainScheduler.instance)
  .subscribe(onNext: { name in
    shown += 1
    print("shows \(name), on the main thread: \(Thread.isMainThread)")
  })

names.onNext("Ada")
print("Ada is shown before this line")

let sent = DispatchSemaphore(value: 0)
Thread { names.onNext("Grace"); sent.signal() }.start()
sent.wait()
print("Grace waits for the main queue")
while shown < 2 { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
subscription.dispose()
