switch CommandLine.arguments.dropFirst().first {
case "greetings": greetings()
case "values": values()
case "long-value": longValue()
case "threads": threads()
case "throwing": throwing()
case "schedulers": schedulers()
case "killed": endless()
case "limit": plenty()
default: print("which program?")
}
