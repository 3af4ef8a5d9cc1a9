import RxRelay
import RxSwift

let pullToRefresh = PublishRelay<Void>()
let cameToForeground = PublishRelay<Void>()
let retryButton = PublishRelay<Void>()

_ = Observable.merge(
  pullToRefresh.map { "pulled" },
  cameToForeground.map { "in the foreground" },
  retryButton.map { "tapped" }
)
.subscribe(onNext: { reason in print("reloads, because it was \(reason)") })

cameToForeground.accept(())
pullToRefresh.accept(())
retryButton.accept(())
