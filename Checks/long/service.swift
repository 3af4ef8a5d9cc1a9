import Foundation
import RxSwift

// Twenty threads. Each sends the numbers from 1 on through a pipeline that stays, and makes another one for each number,
// which goes again. Once a second the program says how far it is, to be compared with what is recorded of it.

print(CommandLine.arguments[0])
fflush(nil)
guard CommandLine.arguments.count > 2, let pause = UInt32(CommandLine.arguments[1]) else { exit(0) }
let counters = URL(fileURLWithPath: CommandLine.arguments[2])
let threads = 20
let sent = UnsafeMutablePointer<Int>.allocate(capacity: threads)
sent.initialize(repeating: 0, count: threads)
let alive = UnsafeMutablePointer<Int>.allocate(capacity: threads)
alive.initialize(repeating: 0, count: threads)

@Sendable func work(_ thread: Int) {
  let numbers = PublishSubject<Int>()
  let bag = DisposeBag()
  numbers
    .filter { $0 % 2 == 0 }
    .map { $0 * 100 + thread }
    .subscribe(onNext: { _ in })
    .disposed(by: bag)
  var held: [any Disposable] = []
  while true {
    sent[thread] += 1
    numbers.onNext(sent[thread])
    held.append(Observable<Int>.never().startWith(thread).scan(0, accumulator: +).subscribe(onNext: { _ in }))
    alive[thread] += 1
    if held.count > 5 {
      held.removeFirst().dispose()
      alive[thread] -= 1
    }
    usleep(pause)
  }
}

for thread in 0..<threads { Thread.detachNewThread { work(thread) } }
let parent = getppid()
while getppid() == parent {
  let (numbers, subscriptions) = (0..<threads).reduce((0, 0)) { ($0.0 + sent[$1], $0.1 + alive[$1]) }
  let line = "\(Date().timeIntervalSince1970) \(numbers) \(subscriptions)\n"
  try Data(line.utf8).write(to: counters, options: .atomic)
  sleep(1)
}
