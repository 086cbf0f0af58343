import Foundation
import SwiftUI
import Testing
import UniformTypeIdentifiers

/// Types as the documentation of `UTType` describes them.
struct UniformTypeTests {
    @Test(arguments: [
        (UTType.png, "public.png"), (.jpeg, "public.jpeg"), (.plainText, "public.plain-text"),
        (.utf8PlainText, "public.utf8-plain-text"),
        (.json, "public.json"), (.pdf, "com.adobe.pdf"), (.html, "public.html"), (.url, "public.url"),
        (.fileURL, "public.file-url"),
        (.image, "public.image"), (.data, "public.data"), (.item, "public.item"), (.folder, "public.folder"),
        (.zip, "public.zip-archive"),
        (.commaSeparatedText, "public.comma-separated-values-text"), (.mpeg4Movie, "public.mpeg-4"), (.gif, "com.compuserve.gif"),
    ])
    func `a system type has its identifier`(type: UTType, identifier: String) {
        #expect(type.identifier == identifier)
        #expect(UTType(identifier) == type)
    }

    @Test(arguments: [
        (UTType.png, UTType.image), (.png, .data), (.png, .item), (.image, .content), (.plainText, .text),
        (.utf8PlainText, .plainText),
        (.json, .text), (.html, .text), (.fileURL, .url), (.folder, .directory), (.mpeg4Movie, .movie),
        (.movie, .audiovisualContent),
        (.mp3, .audio), (.commaSeparatedText, .text), (.swiftSource, .sourceCode), (.zip, .archive), (.gif, .image),
    ])
    func `a type conforms to its supertypes`(type: UTType, supertype: UTType) {
        #expect(type.conforms(to: supertype))
        #expect(type.isSubtype(of: supertype))
        #expect(supertype.isSupertype(of: type))
        #expect(type.supertypes.contains(supertype))
        #expect(!supertype.conforms(to: type))
    }

    @Test func `a type conforms to itself, but is no subtype of itself`() {
        #expect(UTType.png.conforms(to: .png))
        #expect(!UTType.png.isSubtype(of: .png))
        #expect(!UTType.png.isSupertype(of: .png))
    }

    @Test func `unrelated types do not conform to each other`() {
        #expect(!UTType.png.conforms(to: .text))
        #expect(!UTType.png.conforms(to: .jpeg))
        #expect(!UTType.folder.conforms(to: .data))
    }

    @Test(arguments: [
        ("png", "image/png", UTType.png), ("txt", "text/plain", .plainText), ("json", "application/json", .json),
        ("pdf", "application/pdf", .pdf),
        ("html", "text/html", .html),
    ])
    func `a type is found by its filename extension and by its MIME type`(suffix: String, mime: String, type: UTType) {
        #expect(UTType(filenameExtension: suffix) == type)
        #expect(UTType(mimeType: mime) == type)
        #expect(type.preferredFilenameExtension == suffix)
        #expect(type.preferredMIMEType == mime)
    }

    @Test func `several filename extensions can belong to a type`() {
        #expect(UTType(filenameExtension: "jpg") == .jpeg)
        #expect(UTType(filenameExtension: "jpeg") == .jpeg)
        #expect(UTType.jpeg.tags[.filenameExtension]?.contains("jpg") == true)
    }

    @Test func `an identifier that the system does not know makes no type`() {
        #expect(UTType("com.example.strata.checks.unknown") == nil)
    }

    @Test func `an unknown filename extension makes a dynamic type`() throws {
        let type = try #require(UTType(filenameExtension: "stratachecks"))
        #expect(type.isDynamic)
        #expect(!type.isDeclared)
        #expect(!UTType.png.isDynamic)
        #expect(UTType.png.isDeclared)
        #expect(UTType.png.isPublic)
    }

    @Test func `an exported type conforms to the type that it names`() {
        let type = UTType(exportedAs: "com.example.strata.checks.recipe", conformingTo: .json)
        #expect(type.identifier == "com.example.strata.checks.recipe")
        #expect(type.conforms(to: .json))
        #expect(type.conforms(to: .text))
    }

    @Test func `equal types have one hash`() {
        #expect(Set([UTType.png, .png, .jpeg]).count == 2)
    }

    @Test func `a path gets the filename extension of a type`() {
        #expect(URL(fileURLWithPath: "/a/b").appendingPathExtension(for: .png).lastPathComponent == "b.png")
        #expect(URL(fileURLWithPath: "/a").appendingPathComponent("b", conformingTo: .json).lastPathComponent == "b.json")
    }
}
