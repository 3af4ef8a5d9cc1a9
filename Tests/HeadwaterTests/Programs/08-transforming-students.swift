import RxSwift

struct Student {
  let score: BehaviorSubject<Int>
}

let disposeBag = DisposeBag()
let laura = Student(score: BehaviorSubject(value: 80))
let charlotte = Student(score: BehaviorSubject(value: 90))
let student = PublishSubject<Student>()

student
  .flatMap { $0.score }
  .subscribe(onNext: { print("flatMap", $0) })
  .disposed(by: disposeBag)
student
  .flatMapLatest { $0.score }
  .subscribe(onNext: { print("flatMapLatest", $0) })
  .disposed(by: disposeBag)

student.onNext(laura)
laura.score.onNext(85)
student.onNext(charlotte)
laura.score.onNext(95)
charlotte.score.onNext(100)
