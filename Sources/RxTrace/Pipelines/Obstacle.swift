import TraceFormat

/// The elements or inputs for which a stage with several inputs keeps an element.
package enum InputWait {
  /// The inputs that have none to go with it, by the sequences that were subscribed to.
  case inputs([ObjectID])
  /// So many elements of its own input wait.
  case kept(Int)
}

/// Why an element went no further. Steps are given by their numbers.
package enum Obstacle: Equatable {
  /// The stage kept or dropped it. For some reasons another step explains it: the element that replaced it, or that it
  /// equals.
  case withheld(Withholding, related: Int?)
  /// The stage still kept it when this step disposed or ended the sequence.
  case cutShort(Withholding, by: Int)
  /// A closure that was given it did not return, because the recording ended within it.
  case unreturned(Int)
  /// The element was only a signal: it told the stage to send or admit elements of another input, or, by this step, to complete.
  case onlySignal(completed: Int?)
  /// The stage handed nothing on, and nothing is known about its kind.
  case unknown
  /// The records that would tell what became of the element were removed.
  case removed
  /// A closure threw, or the stage ended with an error.
  case threw(Int)
  /// The subscription was disposed before, by this step.
  case disposed(Int)
  /// The sequence had ended before, with this event.
  case ended(Int)
  /// Nothing was subscribed at that time; the step is the first subscription after it, if there is one.
  case notSubscribed(Int?)
  /// The sequence that was made of the element sent none. The steps: its subscription, and what ended it, if anything.
  case silent(Int, ended: Int?)
  /// Inputs of the stage, by the sequences that were subscribed to, that had no element.
  case missingInputs([ObjectID], drops: Bool)
}
