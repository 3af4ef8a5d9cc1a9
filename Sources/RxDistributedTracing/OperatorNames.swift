import Rx

/// Finds the operators of a pipeline.
enum OperatorNames {
  /// Longer pipelines are named by those nearest to the end.
  private static let most = 64

  /// The names of the observables from the sources to `observable`, sources first, all of an operator's own sources in
  /// the order in which it holds them. Found by reflection, once for each pipeline, so that no operator has to name its
  /// sources; an operator that holds them in a closure hides them.
  static func leading(to observable: some ObservableType) -> [String] {
    var names: [String] = []
    visit(observable, &names)
    return names.reversed()
  }

  private static func visit(_ observable: Any, _ names: inout [String]) {
    guard names.count < most else { return }
    names.append(String("\(type(of: observable))".prefix { $0 != "<" }))
    var mirror: Mirror? = Mirror(reflecting: observable)
    while let level = mirror {
      for child in level.children.reversed() { visitSources(child.value, &names) }
      mirror = level.superclassMirror
    }
  }

  /// Visits only observables and arrays of them; other values of an operator belong to the program.
  private static func visitSources(_ value: Any, _ names: inout [String]) {
    if let source = value as? any ObservableType {
      visit(source, &names)
    } else if let sources = value as? [any ObservableType] {
      for source in sources.reversed() { visit(source, &names) }
    }
  }
}
