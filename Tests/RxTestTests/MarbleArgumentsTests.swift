import RxTest
import Testing

extension VirtualTimeTests {
  @Suite struct ProgramArguments {
    @Test func withoutArgumentsTheDefaultsAreUsed() {
      let given = MarbleArguments("-a-|", "--b|", arguments: [])
      #expect(given.inputs == ["-a-|", "--b|"])
      #expect(given.subscription == "^")
      #expect(given[1] == "--b|")
    }

    @Test(
      "inputs are taken in order, and the subscription at any position",
      arguments: [
        (["-c-#"], ["-c-#", "--b|"], "^"),
        (["-c-#", "d|"], ["-c-#", "d|"], "^"),
        (["^--!"], ["-a-|", "--b|"], "^--!"),
        (["-c", "--^--!"], ["-c", "--b|"], "--^--!"),
        (["--!", "-c"], ["-c", "--b|"], "--!"),
      ])
    func givenArguments(arguments: [String], inputs: [String], subscription: String) {
      let given = MarbleArguments("-a-|", "--b|", arguments: arguments)
      #expect(given.inputs == inputs)
      #expect(given.subscription == subscription)
    }

    @Test func tooManyDiagramsStopTheProgram() async {
      await #expect(processExitsWith: .failure) { _ = MarbleArguments("-a-|", arguments: ["-b-|", "-c-|"]) }
      await #expect(processExitsWith: .failure) { _ = MarbleArguments("-a-|", arguments: ["^-!", "^--!"]) }
    }

    @Test func oneProgramRunsWithAnyInput() {
      func program(_ arguments: String...) -> String {
        let given = MarbleArguments("-1-2-|", arguments: arguments)
        let scheduler = TestScheduler(initialClock: 0)
        let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
        return scheduler.start(subscription: given.subscription, from: 0) { numbers.map { $0 + "0" } }.marbles
      }
      #expect(program() == "-'10'-'20'-|")
      #expect(program("-1-#") == "-'10'-#")
      #expect(program("^-!") == "-'10'")
    }
  }
}
