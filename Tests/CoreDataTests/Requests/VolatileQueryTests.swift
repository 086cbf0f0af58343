import Foundation
import Testing

@testable import CoreData

/// A query is volatile where it may find other rows although none changed.
@Suite struct VolatileQueryTests {
    /// An object that only an app's own code can compare.
    private final class Secret: NSObject {}

    private static func isVolatile(_ predicate: NSPredicate) throws -> Bool {
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Item"
        entity.properties = ["name", "randomness", "opaque"].map { NSManagedObjectModel.attribute($0, .string) }
        model.entities = [entity]
        return try StoreQuery(entity.layout, predicate: predicate, sortDescriptors: nil).isVolatile
    }

    @Test(arguments: ["random", "now()", "opaque(", "FUNCTION(now())"])
    func `a text constant does not make a query volatile`(text: String) throws {
        #expect(try !Self.isVolatile(NSPredicate(format: "name == %@", text)))
    }

    @Test(arguments: ["randomness == 'x'", "opaque == 'x'", "name IN {'random', 'now()'}", "name.length > 3"])
    func `a key does not make a query volatile`(format: String) throws {
        #expect(try !Self.isVolatile(NSPredicate(format: format)))
    }

    @Test(arguments: [
        "random() > 3", "randomn(5) == 1", "now() > CAST(5, 'NSDate')", "NOT (name == 'x' AND name.length < randomn(9))",
        "TERNARY(random() > 1, 'a', 'b') == name", "{1, random()} CONTAINS name.length",
    ])
    func `a function of the clock or of chance makes a query volatile, at any depth`(format: String) throws {
        #expect(try Self.isVolatile(NSPredicate(format: format)))
    }

    @Test func `an app's own object makes a query volatile`() throws {
        #expect(try Self.isVolatile(NSPredicate(format: "name == %@", Secret())))
    }

    @Test func `an app's own object in a list makes a query volatile`() throws {
        #expect(try Self.isVolatile(NSPredicate(format: "name IN %@", [Secret()])))
    }

    @Test func `a closure makes a query volatile`() throws {
        #expect(try Self.isVolatile(NSPredicate { _, _ in true }))
    }
}
