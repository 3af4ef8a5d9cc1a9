// Programs that use processes, signals, limits and files. The first argument names the case.
import Dispatch
import Foundation
import RxSwift

#if canImport(Glibc)
  let fileSizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  let filesLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  let memoryLimit = __rlimit_resource_t(RLIMIT_AS.rawValue)
  let coreLimit = __rlimit_resource_t(RLIMIT_CORE.rawValue)
#endif
typealias Fork = @convention(c) () -> Int32
typealias QuickExit = @convention(c) (Int32) -> Void
func function<Type>(_ name: String, as type: Type.Type) -> Type {
  unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: 0), name)!, to: type)
}
let fork = function("fork", as: Fork.self)

// The parent of this program may have blocked signals.
var noSignals = sigset_t()
sigemptyset(&noSignals)
pthread_sigmask(SIG_SETMASK, &noSignals, nil)

let subject = PublishSubject<Int>()
nonisolated(unsafe) var lastValue = 0
_ = subject.map { $0 * 2 }.filter { $0 >= 0 }.subscribe(onNext: { lastValue = $0 })

func use(_ count: Int = 3) { for number in 1...count { subject.onNext(number) } }
func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
func status(of child: Int32) -> Int32 {
  var status: Int32 = 0
  waitpid(child, &status, 0)
  return status
}
func limit(_ resource: __rlimit_resource_t, _ number: rlim_t) {
  var limit = rlimit(rlim_cur: number, rlim_max: number)
  print("limit", setrlimit(resource, &limit))
}
func start(_ program: String, _ arguments: [String]) -> Int32 {
  var child: pid_t = 0
  var list = ([program] + arguments).map { strdup($0) } + [nil]
  return posix_spawn(&child, program, nil, nil, &list, environ) == 0 ? status(of: child) : -1
}
func deep(_ levels: Int) -> Int { levels == 0 ? 0 : 1 + deep(levels - 1) }

let cases: [String: () -> Void] = [
  "a child that goes on": {
    print("not yet flushed")
    let child = fork()
    if child == 0 {
      use(20_000)
      print("child")
      exit(7)
    }
    print("status", status(of: child))
  },
  "a child that uses dispatch": {
    let child = fork()
    if child == 0 {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { done.signal() }
      print("child", done.wait(timeout: .now() + 10) == .success)
      fflush(stdout)
      _exit(0)
    }
    print("status", status(of: child))
  },
  "a child that executes": {
    let child = fork()
    if child == 0 {
      var list = [strdup("/bin/echo"), strdup("executed"), nil]
      execv("/bin/echo", &list)
    }
    print("status", status(of: child))
  },
  "exec": {
    print("lost without a flush")
    var list = [strdup("/bin/sh"), strdup("-c"), strdup("echo executed; ls /proc/self/fd | wc -l"), nil]
    execv("/bin/sh", &list)
  },
  "posix_spawn": { print(start("/bin/sh", ["-c", "exit 3"])) },
  "system": {
    print(function("system", as: (@convention(c) (UnsafePointer<CChar>) -> Int32).self)("echo shell; exit 4"))
  },
  "popen": {
    let pipe = popen("echo one; echo two", "r")!
    var line = [CChar](repeating: 0, count: 100)
    while fgets(&line, 100, pipe) != nil { fputs(line, stdout) }
    print(pclose(pipe))
  },
  "daemon": {
    print("in the parent", terminator: "")
    fflush(stdout)
    daemon(1, 1)
    use(20_000)
    print(", in the daemon")
    try? Data("done".utf8).write(to: URL(fileURLWithPath: "daemon.txt"))
  },
  "another directory": {
    mkdir("below", 0o755)
    chdir("below")
    use(20_000)
    print(FileManager.default.currentDirectoryPath.hasSuffix("below"))
    close(open("file", O_CREAT | O_RDWR, 0o600))
  },
  "a directory that is gone": {
    mkdir("gone", 0o755)
    chdir("gone")
    rmdir("../gone")
    use(20_000)
    print(open("file", O_CREAT | O_RDWR, 0o600), errno == ENOENT)
  },
  "umask": {
    umask(0o077)
    use(20_000)
    let file = open("private", O_CREAT | O_RDWR, 0o666)
    var status = stat()
    fstat(file, &status)
    print(String(status.st_mode, radix: 8))
  },
  "few files": {
    limit(filesLimit, 8)
    use(20_000)
    print((0..<8).map { _ in open("/dev/null", O_RDONLY) })
  },
  "small files": {
    signal(SIGXFSZ, SIG_IGN)
    limit(fileSizeLimit, 4096)
    use(20_000)
    let file = open("small.db", O_CREAT | O_RDWR, 0o600)
    print(pwrite(file, "x", 1, 5000), errno == EFBIG)
  },
  "no files at all": {
    limit(fileSizeLimit, 0)
    use(20_000)
  },
  "SIGXFSZ": {
    limit(fileSizeLimit, 4096)
    let file = open("killed.db", O_CREAT | O_RDWR, 0o600)
    pwrite(file, "x", 1, 5000)
  },
  "little memory": {
    limit(memoryLimit, 1 << 30)
    use(20_000)
    let memory = mmap(nil, 256 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    print(memory != MAP_FAILED)
  },
  "no core": {
    limit(coreLimit, 0)
    abort()
  },
  "a huge allocation": { print(malloc(Int.max / 2) == nil, errno == ENOMEM) },
  "SIGSEGV handled": {
    signal(SIGSEGV) { _ in _exit(8) }
    use(20_000)
    kill(getpid(), SIGSEGV)
  },
  "SIGBUS handled": {
    signal(SIGBUS) { _ in
      raw("own handler\n")
      _exit(9)
    }
    let file = open("bus.db", O_CREAT | O_RDWR, 0o600)
    ftruncate(file, 4096)
    let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)!
    ftruncate(file, 0)
    memory.storeBytes(of: 1, as: UInt8.self)
  },
  "SIGTERM handled": {
    signal(SIGTERM) { _ in exit(6) }
    print("waiting")
    kill(getpid(), SIGTERM)
  },
  "SIGTERM": { kill(getpid(), SIGTERM) },
  "SIGKILL": {
    print("lost without a flush")
    kill(getpid(), SIGKILL)
  },
  "SIGPIPE": {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    write(ends[1], "x", 1)
  },
  "SIGALRM": {
    signal(SIGALRM) { _ in exit(14) }
    ualarm(10_000, 0)
    while true { pause() }
  },
  "a signal's own stack": {
    var stack = stack_t()
    stack.ss_sp = malloc(1 << 16)
    stack.ss_size = 1 << 16
    sigaltstack(&stack, nil)
    var action = sigaction()
    action.sa_flags = Int32(SA_ONSTACK)
    action.__sigaction_handler.sa_handler = { _ in _exit(5) }
    sigaction(SIGSEGV, &action, nil)
    print(deep(.max))
  },
  "the mask of signals": {
    use(20_000)
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    print((1..<32).filter { sigismember(&mask, Int32($0)) == 1 })
  },
  "exit in a delivery": {
    print("kept")
    _ = subject.subscribe(onNext: { _ in exit(3) })
  },
  "_exit": {
    print("lost without a flush")
    _exit(3)
  },
  "quick_exit": {
    print("lost without a flush")
    function("quick_exit", as: QuickExit.self)(4)
  },
  "fatalError": { fatalError("on purpose") },
  "abort": {
    print("lost without a flush")
    abort()
  },
  "threads at the end": {
    for _ in 0..<4 {
      Thread.detachNewThread {
        let own = PublishSubject<String>()
        _ = own.map { $0 + "!" }.subscribe(onNext: { _ in })
        while true { own.onNext("a text of more than eight bytes") }
      }
    }
    usleep(5000)
    print("end")
  },
  "the main thread ends first": {
    use(20_000)
    Thread.detachNewThread {
      usleep(10_000)
      print("still here")
      exit(2)
    }
    pthread_exit(nil)
  },
  "dlopen": {
    let library = dlopen("libm.so.6", RTLD_NOW)!
    let cosine = unsafeBitCast(dlsym(library, "cos"), to: (@convention(c) (Double) -> Double).self)
    print(cosine(0), dlclose(library))
  },
  "the environment": {
    setenv("OWN", "1", 1)
    unsetenv("HOME")
    print(ProcessInfo.processInfo.environment.keys.filter { $0.hasPrefix("HEADWATER_TRACE") || $0 == "OWN" }.sorted())
    print(start("/bin/sh", ["-c", "env | grep HEADWATER_TRACE"]))
    clearenv()
    print(getenv("OWN") == nil)
  },
  "locale": {
    print(setlocale(LC_ALL, "").map { String(cString: $0) } ?? "none")
    withVaList([1234.5]) { _ = vprintf("%'.1f\n", $0) }
  },
  "a mapped file": {
    let file = open("mapped.db", O_CREAT | O_RDWR, 0o600)
    ftruncate(file, 4096)
    let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)!
    use(20_000)
    memory.storeBytes(of: 0x2121_2121, as: UInt32.self)
    munmap(memory, 4096)
  },
  "locked files": {
    let file = open("lock.db", O_CREAT | O_RDWR, 0o600)
    print(flock(file, LOCK_EX | LOCK_NB))
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    print(fcntl(file, F_SETLK, &lock))
    use(20_000)
    print(flock(open("lock.db", O_RDWR), LOCK_EX | LOCK_NB), errno == EWOULDBLOCK)
  },
  "a log": {
    for _ in 0..<3 {
      let file = open("log.txt", O_CREAT | O_WRONLY | O_APPEND, 0o600)
      write(file, "line\n", 5)
      close(file)
      use(5000)
    }
  },
  "another group": {
    print(setgid(65534), getgid())
    use(20_000)
  },
  "another user": {
    print(setuid(65534) == 0 || getuid() != 0)
    for number in Int32(3)..<2000 { close(number) }
    use(20_000)
  },
  "a timer": {
    let done = DispatchSemaphore(value: 0)
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + .milliseconds(5))
    timer.setEventHandler { done.signal() }
    timer.resume()
    print(done.wait(timeout: .now() + 10) == .success)
  },
  "the run loop": {
    nonisolated(unsafe) var fired = false
    let timer = Timer(timeInterval: 0.005, repeats: false) { _ in fired = true }
    RunLoop.main.add(timer, forMode: .default)
    while !fired { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005)) }
    print("loop over")
  },
  "the main queue": {
    DispatchQueue.main.async {
      print("on the main queue")
      exit(0)
    }
    dispatchMain()
  },
  "errno": {
    errno = 77
    use(20_000)
    let error = errno
    print(error)
  },
  "deep recursion": { print(deep(10_000)) },
  "a stack overflow": { print(deep(.max)) },
  "a child's descriptors": {
    print(start("/bin/sh", ["-c", "test $(ls /proc/self/fd | wc -l) -le 5"]))
  },
  "a new session": {
    let child = fork()
    if child == 0 {
      print(setsid() == getpid())
      exit(0)
    }
    print(status(of: child))
  },
]

func raw(_ text: StaticString) { _ = write(1, text.utf8Start, text.utf8CodeUnitCount) }

if CommandLine.arguments.count == 1 {
  print(Bundle.main.executablePath!)
  exit(0)
}
use()
cases[CommandLine.arguments[1]]!()
use()
say("last \(lastValue)")
