// Starts and stops a recorder many times, and prints by how many KiB of addresses and of memory the process grew.
import Foundation
import Rx

guard CommandLine.arguments.count > 1 else {
  print(Bundle.main.executablePath!)
  exit(0)
}
let place = CommandLine.arguments[1]
let threads = Int(CommandLine.arguments[2])!

/// The KiB of addresses and of memory that the process has.
func size() -> [Int] {
  let pages = try! String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").prefix(2)
  return pages.map { Int($0)! * Int(getpagesize()) / 1024 }
}

func runPipelines() {
  guard threads > 0 else {
    _ = Observable.of(1, 2, 3).map { $0 + 1 }.subscribe(onNext: { _ in })
    return
  }
  let group = DispatchGroup()
  for _ in 0..<threads {
    group.enter()
    let thread = Thread {
      _ = Observable.of(1, 2, 3).map { $0 + 1 }.subscribe(onNext: { _ in })
      group.leave()
    }
    thread.stackSize = 1 << 17
    thread.start()
  }
  group.wait()
}

func cycle(_ times: Int) throws {
  for _ in 0..<times { try TraceRecorder.record(to: place) { runPipelines() } }
}

try cycle(100)
let before = size()
try cycle(1000)
print(zip(size(), before).map { "\($0 - $1)" }.joined(separator: " "))
