import StrataTraps

// Makes the mistake that its argument names. check.py runs it as it is built for release.

/// A function that the optimizer inlines.
func answer() -> Int { CommandLine.arguments.count + 40 }

/// A function of the app that makes the mistake. The frame of a program's top-level code is not on
/// the stack that the runtime library reads.
@inline(never)
func make(_ mistake: String?) {
    switch mistake {
    case "trap": trap("The answer is not \(answer()).")
    case "require": require(answer() == 0, "The answer is \(answer()).")
    default: print("No mistake.")
    }
}

make(CommandLine.arguments.dropFirst().first)
