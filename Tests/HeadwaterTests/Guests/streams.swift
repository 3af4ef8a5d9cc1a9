// Programs that use their standard streams. The first argument names the case.
import Dispatch
import Foundation
import RxSwift

let subject = PublishSubject<Int>()
_ = subject.map { $0 * 2 }.filter { $0 >= 0 }.subscribe(onNext: { lastValue = $0 })
nonisolated(unsafe) var lastValue = 0

/// Makes records before and after what a case does.
func use(_ count: Int = 3) { for number in 1...count { subject.onNext(number) } }
func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
func raw(_ text: String) { _ = write(1, text, text.utf8.count) }

let cases: [String: () -> Void] = [
  "print without a newline": { print("no end", terminator: "") },
  "stdout closed": {
    print("before")
    fflush(stdout)
    close(1)
    print("nobody reads this")
    say("\(fflush(stdout)) \(errno)")
  },
  "stdout closed and a file opened": {
    close(1)
    let file = open("one.txt", O_RDWR | O_CREAT | O_TRUNC, 0o644)
    print("goes to \(file)")
  },
  "stdout reopened": {
    print("before")
    freopen("reopened.txt", "w", stdout)
    print("after")
  },
  "stdout reopened to append, twice": {
    for name in ["a.txt", "b.txt"] {
      freopen(name, "a", stdout)
      print("in \(name)")
      use()
    }
  },
  "stdout redirected and given back": {
    print("to the first")
    fflush(stdout)
    let saved = dup(1)
    let file = open("dup2.txt", O_RDWR | O_CREAT | O_TRUNC, 0o644)
    dup2(file, 1)
    print("to the file")
    fflush(stdout)
    dup2(saved, 1)
    print("to the first again")
  },
  "stdout fclosed": {
    print("before")
    say("\(fclose(stdout))")
    use()
  },
  "stdout unbuffered": {
    setvbuf(stdout, nil, _IONBF, 0)
    print("a", terminator: "")
    raw("b")
    print("c")
  },
  "stdout buffered by the line": {
    setvbuf(stdout, nil, _IOLBF, 1 << 12)
    print("line")
    print("part", terminator: "")
    raw("raw\n")
    print(" end")
  },
  "stdout with a buffer of its own": {
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: 100)
    setvbuf(stdout, buffer, _IOFBF, 100)
    for number in 0..<30 { print("number", number) }
    raw("raw\n")
    fflush(stdout)
  },
  "print, puts, write and FileHandle mixed": {
    print("print")
    puts("puts")
    raw("write\n")
    FileHandle.standardOutput.write(Data("handle\n".utf8))
    fputs("fputs\n", stdout)
    putchar(65)
    withVaList([7, 2.5]) { _ = vprintf("%d %f\n", $0) }
  },
  "bytes that are not text": {
    let bytes: [UInt8] = [0, 0xFF, 0xFE, 10, 0, 13, 0xC3, 0x28]
    fwrite(bytes, 1, bytes.count, stdout)
    print("\u{0}end")
  },
  "a megabyte": { for number in 0..<20_000 { print(number, "is a number in a line of about fifty bytes") } },
  "the place in the output": {
    print("five")
    say("\(ftell(stdout))")
    fflush(stdout)
    say("\(fseek(stdout, 2, SEEK_SET)) \(ftell(stdout))")
    print("X")
  },
  "fileno and isatty": { print(fileno(stdout), isatty(fileno(stdout)), isatty(0)) },
  "stdin read": {
    while let line = readLine() {
      subject.onNext(line.count)
      print(line.uppercased())
    }
  },
  "stdin closed": {
    close(0)
    print(readLine() ?? "nothing")
    let file = open("zero.txt", O_RDWR | O_CREAT, 0o644)
    print(file)
  },
  "every descriptor closed": {
    print("lost?")
    for number in Int32(0)..<4096 { close(number) }
    let files = (0..<5).map { open("all-\($0).db", O_RDWR | O_CREAT | O_TRUNC, 0o644) }
    use(20_000)
    for file in files { write(file, "precious \(file)\n", 11) }
  },
  "descriptors overwritten": {
    let file = open("over.db", O_RDWR | O_CREAT | O_TRUNC, 0o644)
    for number in Int32(3)..<1200 { dup2(file, number) }
    use(20_000)
    write(700, "precious\n", 9)
  },
  "a daemon's start": {
    for number in Int32(3)..<256 { close(number) }
    let file = open("daemon.db", O_RDWR | O_CREAT | O_TRUNC, 0o644)
    let text = String(repeating: "precious data\n", count: 20_000)
    write(file, text, text.utf8.count)
    use(20_000)
    print("number \(file)")
  },
  "the stream locked": {
    flockfile(stdout)
    print("inside")
    use()
    puts("inside too")
    funlockfile(stdout)
  },
  "many threads print": {
    let group = DispatchGroup()
    for number in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<50 { puts("line of its own") }
        let own = PublishSubject<Int>()
        _ = own.map { $0 + number }.subscribe(onNext: { _ in })
        for value in 0..<50 { own.onNext(value) }
        group.leave()
      }
    }
    group.wait()
  },
  "what is printed in atexit": {
    atexit {
      subject.onNext(9)
      print("in atexit")
    }
    print("main")
  },
  "output and errors in turn": {
    for number in 0..<5 {
      print("output", number)
      say("error \(number)")
    }
  },
  "a broken pipe": {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    dup2(ends[1], 1)
    close(ends[0])
    print("nobody")
    say("\(fflush(stdout)) \(errno == EPIPE)")
    clearerr(stdout)
    close(1)
  },
  "the number of open files": {
    let numbers = (0..<3).map { _ in open("/dev/null", O_RDONLY) }
    print(numbers)
  },
]

if CommandLine.arguments.count == 1 {
  print(Bundle.main.executablePath!)
  exit(0)
}
use()
cases[CommandLine.arguments[1]]!()
use()
say("last \(lastValue)")
