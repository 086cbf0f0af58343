import Foundation
import Testing

@testable import StrataArchives

/// A class that archives name as in Objective-C.
class Glossary: NSObject, NSSecureCoding {
    let title: String

    static var supportsSecureCoding: Bool { true }

    init(_ title: String) { self.title = title }

    func encode(with coder: NSCoder) { coder.encode(title as NSString, forKey: "title") }

    required init?(coder: NSCoder) { title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? "" }
}

/// A class whose superclass alone has a name of its own.
final class ShortGlossary: Glossary {}

@Suite struct ObjectiveCNamesTests {
    init() { ObjectiveCNames.add(["MYGlossary": "ArchivesTests.Glossary"]) }

    private func archive(ofClass name: String) -> Data {
        var archive = KeyedArchive()
        archive.root = archive.reserve()
        let title = archive.add("words")
        archive.set(archive.root, ["title": .reference(title)], ofClass: name)
        return archive.data
    }

    @Test(arguments: ["MYGlossary", "ArchivesTests.Glossary"])
    func `an archive names a class as Objective-C does, or with its module`(name: String) throws {
        let object = try KeyedArchiveDecoder.object(in: archive(ofClass: name), of: [Glossary.self, NSString.self])
        #expect((object as? Glossary)?.title == "words")
    }

    @Test func `an archive that is written has the names of Objective-C`() throws {
        let archive = try KeyedArchive(KeyedArchiveEncoder.data(of: Glossary("words")))
        #expect(archive.className(archive.root) == "MYGlossary")
        let short = try KeyedArchive(KeyedArchiveEncoder.data(of: ShortGlossary("words")))
        let type = short.fields(short.fields(short.root)?["$class"]?.reference)
        #expect(
            (type?["$classes"]?.array ?? []).compactMap(\.string) == ["ArchivesTests.ShortGlossary", "MYGlossary", "NSObject"])
    }

    @Test func `of two classes with a name the first one counts`() {
        ObjectiveCNames.add(["MYGlossary": "Other.Glossary"])
        #expect(ObjectiveCNames.className(of: "MYGlossary") == "ArchivesTests.Glossary")
        #expect(ObjectiveCNames.name(of: "Other.Glossary") == nil)
    }
}
