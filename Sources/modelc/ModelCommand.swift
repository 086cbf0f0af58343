import ArgumentParser

/// `modelc`: checks, describes and compares Core Data models.
@main
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelc",
        abstract: "Check, describe and compare Core Data models (.xcdatamodeld, .xcdatamodel).",
        subcommands: [Check.self, Describe.self, Compare.self])
}
