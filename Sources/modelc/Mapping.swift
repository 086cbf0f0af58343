import ArgumentParser
import Foundation
import StrataModelCompiler
import StrataModelFormat

/// The command `modelc mapping`, which describes or compiles a mapping model.
struct Mapping: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a mapping model, or write what CoreDataModelPlugin compiles into a target.",
        discussion: """
            modelc mapping Model2To3.xcmappingmodel
            modelc mapping Model2To3.xcmappingmodel --module App --output Model2To3.swift --cdm Model2To3.cdm
            """)

    @Argument(help: "An .xcmappingmodel folder.", completion: .directory)
    var path: String

    @Option(help: "The module that the code is compiled in, where policies are searched.")
    var module: String?

    @Option(help: "The file for the registration, whose name ends in .swift.")
    var output: String?

    @Option(help: ArgumentHelp("Write the mapping model as a resource.", valueName: "file"))
    var cdm: String?

    func validate() throws {
        guard (output == nil && cdm == nil) || module != nil else {
            throw ValidationError("--output and --cdm need the module of the policies: --module NAME.")
        }
    }

    func run() throws {
        try reportingFileErrors {
            let url = URL(fileURLWithPath: path)
            let element = try MappingElement(contentsOf: url)
            guard let module, output != nil || cdm != nil else { return print(element.outline) }
            let generator = MappingGenerator(element, url: url, module: module)
            if let output {
                let file = URL(fileURLWithPath: output)
                try generator.moduleFile(named: file.lastPathComponent).write(to: file.deletingLastPathComponent())
            }
            if let cdm {
                let file = URL(fileURLWithPath: cdm)
                try GeneratedFile(name: file.lastPathComponent, text: generator.text).write(to: file.deletingLastPathComponent())
            }
        }
    }
}
