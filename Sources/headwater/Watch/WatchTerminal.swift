import Foundation
import RxTrace

/// The terminal while a view has all of it. However this process ends, the terminal is as it was before.
///
/// The view uses escape sequences that all terminals of today know. A library such as ncurses would look up the
/// sequences of other terminals in a database, which a system with only this program and the C library does not have.
struct WatchTerminal {
  /// Switches to another screen, hides the cursor, and cuts lines at the edge.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"

  /// Whether there is a terminal for a view.
  static var isThere: Bool {
    let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !name.isEmpty && name != "dumb"
  }

  /// Has the signals that end this process restore the terminal first. A program that is started later may take them over
  /// while it runs.
  static func guardSignals() {
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE] {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = restoreAndEnd
      #else
        action.__sigaction_handler.sa_handler = restoreAndEnd
      #endif
      sigaction(signal, &action, nil)
    }
  }

  /// - Returns: false if the terminal's settings cannot be changed.
  static func begin() -> Bool {
    let before = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    guard tcgetattr(STDIN_FILENO, before) == 0 else {
      before.deallocate()
      return false
    }
    terminalBefore = before
    var raw = before.pointee
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | IXON)
    // Ctrl-Z is switched off, because a view that is stopped would leave the terminal as it is.
    withUnsafeMutableBytes(of: &raw.c_cc) { $0[Int(VSUSP)] = 0 }
    guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return false }
    write(enter)
    return true
  }

  static func end() { restoreTerminal() }

  /// The columns and lines that the terminal has now.
  static var size: (columns: Int, lines: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The bytes that have been typed; none if nothing is typed in this time. Nil once the terminal is gone.
  static func typed(within milliseconds: Int32) -> [UInt8]? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Draws lines over those that are there.
  static func draw(_ lines: [String]) {
    write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J")
  }

  private static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

/// The terminal's earlier settings; nil if no view has it. There is no lock, because a signal handler cannot take one.
nonisolated(unsafe) private var terminalBefore: UnsafeMutablePointer<termios>?

/// Makes lines wrap again, shows the cursor, and switches back to the earlier screen.
private let leaving: StaticString = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

/// Restores the terminal, and calls only what a signal handler may call.
private func restoreTerminal() {
  guard let before = terminalBefore else { return }
  terminalBefore = nil
  _ = write(STDOUT_FILENO, leaving.utf8Start, leaving.utf8CodeUnitCount)
  tcsetattr(STDIN_FILENO, TCSANOW, before)
}

private func restoreAndEnd(_ signal: Int32) {
  restoreTerminal()
  var action = sigaction()
  sigaction(signal, &action, nil)
  // The signal arrives when this handler has returned.
  raise(signal)
}
