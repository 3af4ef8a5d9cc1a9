import RxRelay
import RxSwift

let opened = ReplayRelay<String>.create(bufferSize: 2)
opened.accept("letter.txt")
opened.accept("budget.csv")
opened.accept("photo.png")

print("the start page appears")
_ = opened.subscribe(onNext: { print("the start page lists \($0)") })
opened.accept("map.pdf")
