import Foundation
import Synchronization

/// Ends the programs that this process started, and removes its temporary files, however this process ends.
///
/// A process that is killed cannot clean up. So a shell waits beside it for the end of a pipe that only this process
/// holds open: the system closes the pipe, whatever the reason. A Ctrl-C does not reach the shell, which has a session of
/// its own.
package enum ChildGuard {
  /// Something that the guard ends or removes, until it is told to forget it.
  package struct Entry: Sendable { fileprivate let number: Int }

  private struct State {
    /// The pipe to the guard; nil until there is something to guard, -1 if the guard could not be started.
    var pipe: Int32?
    var count = 0
  }

  private static let state = Mutex(State())

  /// Registers a program. The guard ends it, and everything that it started, when this process has ended.
  static func end(_ child: pid_t) -> Entry { tell("process", "\(child)") }

  /// Kills all processes of a program's session now, including those that formed groups of their own.
  static func killSession(of leader: pid_t) { send(["session", "0", "\(leader)"]) }

  /// The environment variable that marks a program and everything that it starts, in whatever session.
  static let markName = "HEADWATER_GUARD"
  private static let mark = "\(getpid()).\(UInt64.random(in: 0 ... .max))"

  /// A value of the variable that no other program has. All values of this process begin alike, for the guard.
  static func newMark() -> String { "\(mark).\(nextNumber())" }

  /// Registers a program that is just being started, because its process number is not known yet.
  ///
  /// Without this entry, a program would be left behind if this process ended before it could tell its number.
  static func endStarting() -> Entry { tell("starting", "") }

  /// Registers a file or a folder to be removed when this process has ended.
  package static func remove(_ path: String) -> Entry { tell("path", absolute(path)) }

  /// Registers a file to be renamed when this process has ended; the folder that it was in is removed.
  static func rename(_ path: String, to place: String) -> Entry {
    let entry = tell("rename", absolute(path))
    send(["to", "\(entry.number)", absolute(place)])
    return entry
  }

  /// Unregisters an entry. A program must be unregistered before it is reaped, because its process number may then belong
  /// to another program.
  package static func forget(_ entry: Entry) { send(["forget", "\(entry.number)", ""]) }

  private static func tell(_ word: String, _ value: String) -> Entry {
    let number = nextNumber()
    send([word, "\(number)", value])
    return Entry(number: number)
  }

  private static func nextNumber() -> Int {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private static func send(_ lines: [String]) {
    // The guard reads line by line, so that a file with a line break in its name is not guarded.
    guard !lines.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) else { return }
    let message = Array((lines.joined(separator: "\n") + "\n").utf8)
    state.withLock { state in
      let pipe = state.pipe ?? start() ?? -1
      state.pipe = pipe
      guard pipe >= 0 else { return }
      _ = message.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
    }
  }

  /// Starts the shell.
  /// - Returns: the end of the pipe that this process writes to.
  private static func start() -> Int32? {
    guard let pipe = try? ChildPipe() else { return nil }
    var shell = ChildProcess(executable: "/bin/sh", arguments: ["-c", script, "headwater-guard", mark])
    shell.environment = ["PATH": "/usr/bin:/bin"]
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { if null >= 0 { close(null) } }
    guard null >= 0, (try? shell.spawn([(pipe.reader, 0), (null, 1), (null, 2)], leadsSession: true)) != nil else {
      for end in [pipe.reader, pipe.writer] { close(end) }
      return nil
    }
    // The reading end stays open here too, because writing must not end this process if somebody ends the guard.
    _ = fcntl(pipe.writer, F_SETFL, O_NONBLOCK)
    return pipe.writer
  }

  /// Each message has three lines: a word, a number, a value.
  private static let script = #"""
    trap '' HUP INT QUIT TERM
    cd /
    mark=$1

    # Each process with its parent and its session; on macOS with its group, which a leader of a session leads as well.
    processes() {
      if [ ! -r /proc/self/stat ]; then ps -A -o pid= -o ppid= -o pgid=; return; fi
      for file in /proc/[0-9]*/stat; do
        { IFS= read -r line <"$file"; } 2>/dev/null || continue
        set -- ${line##*) }
        process=${file#/proc/}
        echo "${process%/stat} $2 $4"
      done
    }

    # Adds to the processes found their children, and who is in a session of theirs.
    gather() {
      list=$(processes)
      before=
      while [ "$found" != "$before" ]; do
        before=$found
        while read -r process parent session; do
          case $found in *" $process "*) continue ;; esac
          case $found in *" $parent "*|*" $session "*) found="$found$process " ;; esac
        done <<END
    $list
    END
      done
    }

    isAlive() { for process in $found; do kill -0 "$process" && return; done; return 1; }

    numbers=
    while IFS= read -r word && IFS= read -r number && IFS= read -r value; do
      case $word in
        forget)
          others=
          for other in $numbers; do [ "$other" = "$number" ] || others="$others $other"; done
          numbers=$others ;;
        session)
          found=" $value "
          gather
          kill -KILL $found ;;
        to) eval "to_$number=\$value" ;;
        *)
          numbers="$numbers $number"
          eval "word_$number=\$word value_$number=\$value" ;;
      esac
    done

    found=' '
    attempts=
    for number in $numbers; do
      eval "word=\$word_$number value=\$value_$number"
      case $word in
        process) found="$found$value " attempts=${attempts:-1} ;;
        # It may take a moment until the program has its own environment.
        starting) attempts='1 2 3 4 5' ;;
      esac
    done
    for attempt in $attempts; do
      for file in $(grep -lzs "^HEADWATER_GUARD=$mark[.]" /proc/[0-9]*/environ); do
        process=${file#/proc/}
        found="$found${process%/environ} "
      done
      [ "$attempts" = 1 ] || sleep 0.1
    done
    if [ "$found" != ' ' ]; then
      gather
      kill -TERM $found
      tries=0
      while [ $tries -lt 20 ] && isAlive; do sleep 0.05; tries=$((tries + 1)); done
      if isAlive; then gather; kill -KILL $found; fi
    fi
    for number in $numbers; do
      eval "word=\$word_$number value=\$value_$number to=\$to_$number"
      case $word in
        path) rm -rf -- "$value" ;;
        rename)
          # The replaced file may be private.
          if [ -e "$to" ]; then chmod go= -- "$value"; fi
          [ ! -s "$value" ] || mv -f -- "$value" "$to"
          rm -rf -- "${value%/*}" ;;
      esac
    done
    """#
}
