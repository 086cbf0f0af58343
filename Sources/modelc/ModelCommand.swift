import ArgumentParser

/// The tool `modelc`, which checks, describes and compares Core Data models and generates their
/// code.
@main
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelc",
        abstract: "Check, describe and compare Core Data models (.xcdatamodeld, .xcdatamodel), and write their classes.",
        subcommands: [Check.self, Describe.self, Compare.self, Checksum.self, Generate.self, Mapping.self])
}
