// Uses a pipeline, and prints whose rights it has.
import Foundation
import RxSwift

if CommandLine.arguments.count == 1 {
  print(Bundle.main.executablePath!)
} else {
  _ = Observable.of(1, 2).subscribe()
  print(getuid(), geteuid())
}
