import StrataTraps

// Makes the mistake that its argument names. check.py runs it as it is built for release.

/// A function that the optimizer inlines.
func answer() -> Int { CommandLine.arguments.count + 40 }

switch CommandLine.arguments.dropFirst().first {
case "trap":
    trap("The answer is not \(answer()).")
case "require":
    require(answer() == 0, "The answer is \(answer()).")
default:
    print("No mistake.")
}
