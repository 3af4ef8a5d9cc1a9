import TraceFormat

/// The elements or inputs that an element waits for at a stage with several inputs.
package enum InputWait {
  /// The inputs that have no element to go with it, by the sequences that were subscribed to.
  case inputs([ObjectID])
  /// Elements of its own input wait, whose number is given.
  case kept(Int)
}

/// The reason why an element went no further. Steps are given by their numbers.
package enum Obstacle: Equatable {
  /// The stage kept or dropped the element. For some reasons a related step explains it: that of the element that
  /// replaced it, or that it equals.
  case withheld(Withholding, related: Int?)
  /// The stage still kept the element when this step disposed or ended the sequence.
  case cutShort(Withholding, by: Int)
  /// A closure that was given the element did not return, because the recording ended within it.
  case unreturned(Int)
  /// The element was only a signal: it told the stage to send or admit elements of another input, or, by this step, to complete.
  case onlySignal(completed: Int?)
  /// The stage did not hand anything on, and its kind is not known.
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
  /// The sequence that was made from the element sent nothing. The steps are its subscription and its end, if any.
  case silent(Int, ended: Int?)
  /// Inputs of the stage, given by the sequences that were subscribed to, had no element.
  case missingInputs([ObjectID], drops: Bool)
}
