import TraceFormat

/// The identity that the objects of one stage share: an operator, a source, a subject or an observer at one place of
/// the program, however often it was made and subscribed.
///
/// Two calls of one operator in a line are two stages. Objects whose place is not known are one stage if they have one name.
package struct StageKey: Hashable {
  /// `map`, `cart`, `subscribe`
  package let name: String
  package let place: SourceLine?
  private let address: ReturnAddress?

  /// Makes an object's key; nil for an object that belongs to no stage: a scheduler, a disposable, or an observer of
  /// the engine's own, such as that of a binding, which only passes events on to the observer that the program made.
  /// - Parameters:
  ///   - role: the object's role.
  ///   - owner: the role of the observable, subject or observer to whose stage it belongs: ``StageOwners``.
  ///   - name: the owner's name.
  ///   - call: the call in the program's source that made the owner.
  ///   - arePlacesKnown: whether the recording has such a call for any object.
  package init?(
    of role: TracedObject.Role, in owner: TracedObject.Role, _ name: @autoclosure () -> String, _ call: SourceCall?,
    arePlacesKnown: Bool
  ) {
    let stages: [TracedObject.Role] = [.observable, .subject, .observer, .sink]
    guard stages.contains(role), stages.contains(owner) else { return nil }
    if arePlacesKnown, call == nil, owner == .observer { return nil }
    (self.name, place, address) = (name(), call?.line, call?.address)
  }
}
