import ArgumentParser
import Walkthrough

@main
struct Headwater: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "headwater")
  func run() { print(classify("let a = 1")) }
}
