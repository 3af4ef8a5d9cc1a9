import Rx
import RxTest

extension Experiment {
  /// A smaller experiment that is still faulty.
  func shrunk(while isFaulty: (Experiment) -> Bool) -> Experiment {
    var smallest = self
    while let smaller = smallest.smaller.first(where: isFaulty) { smallest = smaller }
    return smallest
  }

  /// Experiments that are smaller by one part.
  private var smaller: [Experiment] {
    var all = pipeline.smaller.map { with(pipeline: $0) }
    for index in sources.indices {
      for event in sources[index].events.indices {
        var fewer = sources
        fewer[index].events.remove(at: event)
        all.append(with(sources: fewer))
      }
    }
    var undisturbed = self
    (undisturbed.disposal, undisturbed.lastEvent) = (1_000, nil)
    if disposal < 1_000 || lastEvent != nil { all.append(undisturbed) }
    return all
  }

  private func with(sources: [Source]? = nil, pipeline: Pipeline? = nil) -> Experiment {
    var changed = self
    changed.sources = sources ?? self.sources
    changed.pipeline = pipeline ?? self.pipeline
    return changed
  }
}

extension Pipeline {
  /// Pipelines with one operator less, a smaller part, or a smaller number.
  fileprivate var smaller: [Pipeline] {
    guard case .apply(let operation, let numbers, let inputs) = self else { return [] }
    var all = inputs
    for (index, input) in inputs.enumerated() {
      let parts = input.smaller + (input.isSource ? [] : [.source(0)])
      all += parts.map { .apply(operation, numbers: numbers, inputs: inputs.replacing(index, by: $0)) }
    }
    for (index, range) in operation.numbers.enumerated() where numbers[index] > range.lowerBound {
      let least = numbers.replacing(index, by: range.lowerBound)
      let less = numbers.replacing(index, by: numbers[index] - 1)
      all += [least, less].map { .apply(operation, numbers: $0, inputs: inputs) }
    }
    return all
  }

  private var isSource: Bool {
    if case .source = self { return true }
    return false
  }
}

extension Array {
  fileprivate func replacing(_ index: Int, by element: Element) -> [Element] {
    var copy = self
    copy[index] = element
    return copy
  }
}
