import Foundation
import Testing

@testable import UniformTypeIdentifiers

struct UTTypeTests {
    @Test func `a type is found by its identifier, its filename extensions and its MIME types`() {
        #expect(UTType("public.jpeg") == .jpeg)
        #expect(UTType("PUBLIC.JPEG") == .jpeg)
        #expect(UTType("no.such.type") == nil)
        #expect(UTType(filenameExtension: "JPG") == .jpeg)
        #expect(UTType(filenameExtension: "csv") == .commaSeparatedText)
        #expect(UTType(mimeType: "application/pdf") == .pdf)
        #expect(UTType.png.preferredFilenameExtension == "png")
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.json.preferredMIMEType == "application/json")
        #expect(UTType.image.preferredFilenameExtension == nil)
    }

    @Test func `types conform to others, directly and by way of them`() {
        #expect(UTType.jpeg.conforms(to: .image))
        #expect(UTType.jpeg.conforms(to: .data))
        #expect(UTType.jpeg.conforms(to: .jpeg))
        #expect(!UTType.jpeg.isSubtype(of: .jpeg))
        #expect(!UTType.jpeg.conforms(to: .text))
        #expect(UTType.swiftSource.conforms(to: .plainText))
        #expect(UTType.text.isSupertype(of: .geoJSON))
        #expect(UTType.folder.conforms(to: .directory))
        #expect(!UTType.folder.conforms(to: .data))
    }

    @Test func `a type that conforms to another one is preferred among those with an extension`() {
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType(filenameExtension: "mp4", conformingTo: .movie) == .mpeg4Movie)
    }

    @Test func `an unknown extension makes a dynamic type`() throws {
        let type = try #require(UTType(filenameExtension: "quake", conformingTo: .json))
        #expect(type.isDynamic)
        #expect(type.preferredFilenameExtension == "quake")
        #expect(type.conforms(to: .text))
        #expect(type == UTType(filenameExtension: "QUAKE"))
        #expect(UTType(filenameExtension: "") == nil)
        #expect(UTType(filenameExtension: "a/b") == nil)
    }

    @Test func `an app declares types`() throws {
        let type = UTType(exportedAs: "com.example.quake", conformingTo: .json)
        #expect(type.isDeclared)
        #expect(!type.isPublic)
        #expect(type.conforms(to: .text))
        #expect(UTType(exportedAs: "public.png") == .png)
        let copy = try JSONDecoder().decode(UTType.self, from: JSONEncoder().encode(type))
        #expect(copy == type)
    }

    @Test func `a name gets the extension of its type`() {
        let folder = URL(filePath: "/tmp")
        #expect(folder.appendingPathComponent("a", conformingTo: .json).lastPathComponent == "a.json")
        #expect(folder.appendingPathComponent("a.jpg", conformingTo: .jpeg).lastPathComponent == "a.jpg")
        #expect(folder.appendingPathComponent("a.txt", conformingTo: .pdf).lastPathComponent == "a.txt.pdf")
    }

    /// All supertypes are declared, so that no conformance leads nowhere.
    @Test func `every declared supertype is declared itself`() {
        for declaration in Declarations.byIdentifier.values {
            for parent in declaration.supertypes { #expect(Declarations.byIdentifier[parent] != nil, "\(declaration)") }
        }
    }

    @Test func `an imported type and the kinds of tags have their names`() {
        let imported = UTType(importedAs: "com.example.sheet", conformingTo: .spreadsheet)
        #expect(imported.identifier == "com.example.sheet")
        #expect(imported.conforms(to: .spreadsheet))
        #expect(imported.localizedDescription == nil)
        #expect(UTType.png.localizedDescription?.isEmpty == false)
        #expect(UTTagClass.mimeType.description == "public.mime-type")
    }
}
