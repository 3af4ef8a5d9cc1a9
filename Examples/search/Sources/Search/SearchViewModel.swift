import RxRelay
import RxSwift

/// The model of a search screen: it asks for results when the user has stopped typing.
public final class SearchViewModel {
  /// The text as the user types it.
  public let text = PublishRelay<String>()
  /// The titles that were found for the newest text.
  public let titles: Observable<[String]>

  /// - Parameters:
  ///   - find: asks the server.
  ///   - scheduler: tells how long the user has not typed.
  public init(find: @escaping (String) -> Single<[String]>, scheduler: SchedulerType) {
    titles =
      text
      .map { Query($0).text }
      .filter { !$0.isEmpty }
      .distinctUntilChanged()
      .debounce(.seconds(3), scheduler: scheduler)
      .flatMapLatest { find($0).catchAndReturn([]) }
      .share()
  }
}
