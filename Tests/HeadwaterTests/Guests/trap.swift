// Sends a value whose description traps.
import Foundation
import RxSwift

if CommandLine.arguments.count == 1 {
  print(Bundle.main.executablePath!)
  exit(0)
}

struct Trap: CustomStringConvertible {
  let number: Int
  var description: String { fatalError("described") }
}

_ = Observable.just(Trap(number: 1)).subscribe(onNext: { _ in })
print("end")
