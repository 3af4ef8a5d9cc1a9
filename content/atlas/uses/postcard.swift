import RxSwift

func storedText(_ isThere: Bool) -> Maybe<String> { isThere ? .just("Greetings!") : .empty() }
func storedPhoto(_ isThere: Bool) -> Maybe<String> { isThere ? .just("beach.png") : .empty() }

for hasPhoto in [true, false] {
  _ = Maybe.zip(storedText(true), storedPhoto(hasPhoto)) { text, photo in "\(photo): \(text)" }
    .subscribe(
      onSuccess: { print("prints the postcard \($0)") },
      onCompleted: { print("asks for what is missing") })
}
