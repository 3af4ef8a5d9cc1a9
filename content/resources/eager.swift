import Rx

func load() -> Observable<String> {
  print("request sent")  // at once, whoever calls: nobody needs to subscribe
  return Observable.just("<html>")
}

let loading = ActivityIndicator()
_ = loading.drive(onNext: { isBusy in print(isBusy ? "busy" : "idle") })

_ = load().trackActivity(loading).subscribe(onNext: { text in print(text) })
print("and now put off")
_ = Observable.deferred { load() }.trackActivity(loading).subscribe(onNext: { text in print(text) })
