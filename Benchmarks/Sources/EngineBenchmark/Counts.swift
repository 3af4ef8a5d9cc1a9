import Foundation

/// The exact costs of one unit of a workload, which are the same at every run.
struct Counts {
  var instructions: Double
  var allocations: Double
  /// Calls that ask the runtime for a type, or for what a type does, that the compiler did not know.
  var typeRequests: Double

  static let zero = Counts(instructions: 0, allocations: 0, typeRequests: 0)

  static func - (left: Counts, right: Counts) -> Counts {
    Counts(
      instructions: left.instructions - right.instructions, allocations: left.allocations - right.allocations,
      typeRequests: left.typeRequests - right.typeRequests)
  }

  static func / (counts: Counts, units: Double) -> Counts {
    Counts(
      instructions: counts.instructions / units, allocations: counts.allocations / units,
      typeRequests: counts.typeRequests / units)
  }
}

extension Counts {
  /// A unit is to ask for a type at most three times; a hundredth is what is done once in a while.
  var asksTooOften: Bool { typeRequests > 3.02 }

  /// How many times as many instructions as before are too many. The runtime looks types up by their addresses, so an answer
  /// costs more or less after each build.
  var tolerance: Double { asksTooOften ? 1.15 : 1.05 }

  /// Reads a profile that callgrind wrote without compressed names.
  init(profile: URL) throws {
    self = .zero
    var callee = ""
    for line in try String(contentsOf: profile, encoding: .utf8).utf8.split(separator: UInt8(ascii: "\n")) {
      if let name = line.after("cfn=") {
        // Callgrind marks the levels of a recursion: `malloc'2`.
        callee = String(Substring(name.prefix { $0 != UInt8(ascii: "'") }))
      } else if let calls = line.after("calls=") {
        count(calls.leadingNumber, of: callee)
      } else if let total = line.after("totals: ") {
        instructions = total.leadingNumber
      }
    }
  }

  private mutating func count(_ calls: Double, of function: String) {
    if Self.allocators.contains(function) { allocations += calls }
    if Self.typeFunctions.contains(function) { typeRequests += calls }
  }

  private static let allocators: Set = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign",
  ]

  private static let typeFunctions: Set = [
    "swift_getGenericMetadata", "swift_getCanonicalPrespecializedGenericMetadata",
    "swift_getTupleTypeMetadata", "swift_getTupleTypeMetadata2", "swift_getTupleTypeMetadata3",
    "swift_getFunctionTypeMetadata", "swift_getFunctionTypeMetadata0", "swift_getFunctionTypeMetadata1",
    "swift_getFunctionTypeMetadata2", "swift_getFunctionTypeMetadata3", "swift_getExtendedFunctionTypeMetadata",
    "swift_getMetatypeMetadata", "swift_getExistentialMetatypeMetadata", "swift_getExistentialTypeMetadata",
    "swift_getExtendedExistentialTypeMetadata", "swift_getOpaqueTypeMetadata", "swift_getOpaqueTypeConformance",
    "swift_getAssociatedTypeWitness", "swift_getAssociatedConformanceWitness", "swift_getWitnessTable",
    "swift_getTypeByMangledNameInContext", "swift_getTypeByMangledNameInContext2",
    "swift_getTypeByMangledNameInContextInMetadataState", "swift_conformsToProtocol", "swift_conformsToProtocol2",
  ]
}

extension Substring.UTF8View {
  fileprivate func after(_ start: String) -> Substring.UTF8View? {
    starts(with: start.utf8) ? dropFirst(start.utf8.count) : nil
  }

  fileprivate var leadingNumber: Double {
    Double(prefix { 48...57 ~= $0 }.reduce(0) { $0 * 10 + Int($1) - 48 })
  }
}
