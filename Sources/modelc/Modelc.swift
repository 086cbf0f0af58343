import ArgumentParser

@main
struct Modelc: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelc", abstract: "Work with Core Data models.", subcommands: [Generate.self])
}
