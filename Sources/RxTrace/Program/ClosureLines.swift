import TraceFormat

/// Finds the line of a closure that a call of the program passes.
///
///     numbers.subscribe(
///       onNext: { print($0) },   // this line for `onNext`, although the call is made in the line above
///       onCompleted: { … })
///
/// A recording knows the line of the call. The closure may begin further down, and the source tells where.
struct ClosureLines {
  private let text: [UInt8]
  /// The offset of each line.
  private let starts: [Int]

  /// A closure among the arguments of a call.
  struct Argument: Equatable {
    /// The argument's label; nil if the source gives none, as for the first trailing closure.
    var label: String?
    /// The line, counted from 1.
    var line: Int
  }

  init(_ text: String) {
    let bytes = Array(text.utf8)
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    self.text = bytes
  }

  /// - Parameters:
  ///   - event: the event that the closure takes; nil if it takes none.
  ///   - function: the name by which the program calls the function, without labels.
  ///   - call: the line of the call, from 1.
  /// - Returns: the closure's line, from 1; nil if the source does not say which closure it is.
  func line(of event: EventKind?, calling function: String, at call: Int) -> Int? {
    let found = calls(of: function, at: call).compactMap { arguments(from: $0) }.filter { !$0.isEmpty }
    // Two calls of one function in a line cannot be told apart.
    guard found.count == 1, let arguments = found.first else { return nil }
    if arguments.count == 1 { return arguments[0].line }
    let labels = event.map(Self.labels) ?? []
    let named = arguments.filter { $0.label.map(labels.contains) ?? (event == .next) }
    return named.count == 1 ? named[0].line : nil
  }

  /// The labels of parameters that take a closure for an event.
  private static func labels(of event: EventKind) -> Set<String> {
    switch event {
    case .next: ["onNext", "onSuccess", "afterNext", "afterSuccess"]
    case .error: ["onError", "onFailure", "afterError"]
    case .completed: ["onCompleted", "afterCompleted"]
    }
  }

  /// The offsets after each occurrence of the function's name in the line.
  private func calls(of function: String, at line: Int) -> [Int] {
    guard starts.indices.contains(line - 1) else { return [] }
    let end = line < starts.count ? starts[line] : text.count
    var scanner = SourceScanner(text, at: starts[line - 1])
    var found: [Int] = []
    while scanner.offset < end, let token = scanner.next() {
      if token == .word(function) { found.append(scanner.offset) }
    }
    return found
  }

  /// The closures that are passed by the call whose name ends at an offset; nil if nothing is called there.
  private func arguments(from offset: Int) -> [Argument]? {
    var scanner = SourceScanner(text, at: offset)
    scanner.skipGenericArguments()
    var arguments: [Argument] = []
    var next = scanner.next()
    guard next == .open("(") || next == .open("{") else { return nil }
    if next == .open("(") {
      arguments += parenthesized(&scanner)
      next = scanner.next()
    }
    var label: String?
    while next == .open("{") {
      arguments.append(Argument(label: label, line: line(at: scanner.offset - 1)))
      scanner.skipToClose()
      guard case .word(let word) = scanner.next(), scanner.next() == .other(":") else { break }
      label = word
      next = scanner.next()
    }
    return arguments
  }

  /// The closures between the parentheses of a call, without those within other arguments.
  private func parenthesized(_ scanner: inout SourceScanner) -> [Argument] {
    var arguments: [Argument] = []
    var label: String?
    var isAtStart = true
    while let token = scanner.next(), token != .close {
      switch token {
      case .word(let word) where isAtStart && label == nil: label = word
      case .other(":") where isAtStart && label != nil: break
      case .other(","): (label, isAtStart) = (nil, true)
      case .open(let bracket):
        if bracket == "{", isAtStart { arguments.append(Argument(label: label, line: line(at: scanner.offset - 1))) }
        scanner.skipToClose()
        isAtStart = false
      default: isAtStart = false
      }
    }
    return arguments
  }

  private func line(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}
