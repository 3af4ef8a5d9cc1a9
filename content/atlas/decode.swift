import Foundation
import RxSwift
import RxTest

let given = MarbleArguments("-a-b-|")
let scheduler = TestScheduler(initialClock: 0)
let values = ["a": Data("[1, 2]".utf8), "b": Data("[3]".utf8), "x": Data("three".utf8)]
let responses = scheduler.createHotObservable(marbles: given[0], values: values, from: 0)

let observer = scheduler.start(subscription: given.subscription, from: 0) {
  responses.decode(type: [Int].self, decoder: JSONDecoder())
}
print(observer.marbles)
