import ArgumentParser

/// `modelc`: checks, describes, compares and generates code for Core Data models.
@main
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelc",
        abstract: "Check, describe and compare Core Data models (.xcdatamodeld, .xcdatamodel), and write their classes.",
        subcommands: [Check.self, Describe.self, Compare.self, Generate.self])
}
