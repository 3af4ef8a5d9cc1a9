/// A frame of a call stack, as the program's debug information tells it.
public struct SourceFrame: Hashable, Sendable {
  /// Whose code it is.
  public enum Owner: Sendable {
    /// The program's own.
    case program
    /// That of a package on which the program depends.
    case package
    case engine
  }

  /// The function; nil if its name is unknown, or if the compiler made it.
  public var symbol: SwiftSymbol?
  /// The line that is being executed; nil if it is unknown.
  public var line: SourceLine?
  public var owner: Owner

  public init(symbol: SwiftSymbol?, line: SourceLine?, owner: Owner) {
    (self.symbol, self.line, self.owner) = (symbol, line, owner)
  }
}

/// A call that the program's source makes: who calls, and what is called.
///
/// For a call that a package of others makes on the program's behalf, it is the program's call of that package: what
/// `pausableBuffered` does inside is one call, in the line of the program that says `pausableBuffered`.
public struct SourceCall: Hashable, Sendable {
  /// The line that makes the call.
  public let line: SourceLine
  /// The function in which the line stands; nil if it is unknown.
  public let function: SwiftSymbol?
  /// The function that is called; nil if it is unknown.
  public let callee: SwiftSymbol?
  /// The return address, which tells two calls of one line apart.
  public let address: ReturnAddress
  /// Whether a package makes the call, and none of the program's own lines led to it directly.
  public let isOfPackage: Bool
  /// `who.swift:5 addToCart()`
  public let text: String

  init(line: SourceLine, function: SwiftSymbol?, callee: SwiftSymbol?, address: ReturnAddress, isOfPackage: Bool) {
    (self.line, self.function, self.callee) = (line, function, callee)
    (self.address, self.isOfPackage) = (address, isOfPackage)
    text = [line.shortDescription, function?.text].compactMap(\.self).joined(separator: " ")
  }

  /// The call with another form of its function's name.
  func naming(_ function: SwiftSymbol?) -> SourceCall {
    SourceCall(line: line, function: function, callee: callee, address: address, isOfPackage: isOfPackage)
  }
}

extension LocatedTrace {
  /// The call in the program's own source that led to a call stack; nil if there is none, or if its lines are unknown.
  ///
  /// The search stops at the engine's frames, because an event that a package sends while the engine delivers one of
  /// the program's events is the package's own.
  func sourceCall(in stack: [ReturnAddress]) -> SourceCall? {
    var callee: SwiftSymbol?
    var found: SourceCall?
    for address in stack {
      guard let known = frames[address] else {
        if found != nil, address.isInEngine { return found }
        continue
      }
      for frame in known {
        if frame.owner == .engine {
          if found != nil { return found }
        } else if let line = frame.line {
          let call = SourceCall(
            line: line, function: frame.symbol, callee: callee, address: address,
            isOfPackage: frame.owner == .package)
          if frame.owner == .program { return call }
          found = found ?? call
        }
        callee = frame.symbol ?? callee
      }
    }
    return found
  }
}

extension ReturnAddress {
  /// Whether the file is the engine's own library, which programs that the command compiles use.
  var isInEngine: Bool {
    let name = image.lastIndex(of: "/").map { image[$0...].dropFirst() } ?? image[...]
    return name.hasPrefix("libHeadwaterEngine")
  }
}
