import Foundation
import Testing

@testable import CoreData

/// Required to-one relationships whose objects a migration takes away.
@Suite struct RequiredReferenceTests {
    private let name = "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>"

    private func entities(_ targets: String, inverse: Bool) -> String {
        let ends = inverse ? " inverseName=\"notes\" inverseEntity=\"Target\"" : ""
        let notes =
            "<relationship name=\"notes\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Note\" inverseName=\"target\" inverseEntity=\"Note\"/>"
        return """
            <entity name="Note">\(name)<relationship name="target" maxCount="1" destinationEntity="Target"\(ends)/></entity>
            <entity name="Target">\(name)\(inverse ? notes : "")</entity>\(targets)
            """
    }

    private let first = "<entity name=\"First\" parentEntity=\"Target\"/>"
    private let second = "<entity name=\"Second\" parentEntity=\"Target\"/>"

    @Test(arguments: [false, true])
    func `a removed subentity may not take the object of a required relationship along`(inverse: Bool) throws {
        let store = try VersionedStore()
        try store.open(entities(first + second, inverse: inverse)) { (context) throws in
            for entity in ["First", "Second"] {
                context.insert("Note", ["name": entity, "target": context.insert(entity, ["name": "x"])])
            }
        }
        let before = try store.dump()
        let error = try store.failure(entities(first, inverse: inverse))
        #expect(error?.code == NSMigrationError)
        let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.userInfo["entity"] as? String == "Note")
        #expect(underlying?.userInfo["relationship"] as? String == "target")
        #expect(try store.dump() == before)
        // Without the object that refers to it, the removed entity's object is deleted.
        try store.open(entities(first + second, inverse: inverse)) { (context) throws in
            for note in try context.all("Note") where note.value(forKey: "name") as? String == "Second" { context.delete(note) }
        }
        try store.open(entities(first, inverse: inverse)) { (context) throws in
            #expect(try context.members("Note", "target") == [["x"]])
        }
    }

    /// Of two notes with the same target, the first keeps it.
    @Test func `a required relationship that becomes one-to-one needs its object in each row`() throws {
        func model(_ toMany: String) -> String {
            """
            <entity name="Note">\(name)<relationship name="target" maxCount="1" destinationEntity="Target" inverseName="notes" inverseEntity="Target"/></entity>
            <entity name="Target">\(name)<relationship name="notes" optional="YES" \(toMany) destinationEntity="Note" inverseName="target" inverseEntity="Note"/></entity>
            """
        }
        let store = try VersionedStore()
        try store.open(model("toMany=\"YES\"")) { (context) throws in
            let target = context.insert("Target", ["name": "x"])
            for name in ["a", "b"] { context.insert("Note", ["name": name, "target": target]) }
        }
        let before = try store.dump()
        #expect(try store.failure(model("maxCount=\"1\""))?.code == NSMigrationError)
        #expect(try store.dump() == before)
        try store.open(model("toMany=\"YES\"")) { (context) throws in context.delete(try context.all("Note")[1]) }
        try store.open(model("maxCount=\"1\"")) { (context) throws in #expect(try context.members("Note", "target") == [["x"]]) }
    }
}
