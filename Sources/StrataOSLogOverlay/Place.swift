import Foundation

/// The location of the call that logs a message.
struct Place {
    /// `Module/File.swift`.
    let file: String
    let function: String
    let line: UInt

    var module: String { String(file.prefix { $0 != "/" }) }
}

enum ProgramName {
    /// The executable's name, the label for messages without a subsystem.
    static let current = URL(filePath: CommandLine.arguments.first ?? "").lastPathComponent
}
