import Foundation
import Testing

@testable import CoreData

/// What has no SQL is refused with an error that names it, before anything runs.
@Suite struct PredicateRefusalTests {
    @Test(arguments: [
        ("ANY place == 'x'", "ANY place == \"x\""), ("place.@count > 1", "place.@count"), ("magnitude + 1 > 2", "magnitude + 1"),
        ("TRUEPREDICATE AND NOT 'x' MATCHES place", "\"x\" MATCHES place"), ("place ==[l] 'x'", "[l]"),
        ("SUBQUERY(place, $p, $p == 1).@count > 0", "SUBQUERY(place, $p, $p == 1).@count"), ("day < now()", "now()"),
    ])
    func namesThePart(format: String, part: String) {
        let entity = NSManagedObjectModel.quakes().entities[0]
        let error = #expect(throws: NSError.self) {
            try StoreQuery(entity.layout, predicate: NSPredicate(format: format), sortDescriptors: nil)
        }
        #expect(error?.code == NSPersistentStoreOperationError && error?.localizedDescription.contains(part) == true)
    }

    @Test func closuresToo() {
        let entity = NSManagedObjectModel.quakes().entities[0]
        let error = #expect(throws: NSError.self) {
            try StoreQuery(entity.layout, predicate: NSPredicate { _, _ in true }, sortDescriptors: nil)
        }
        #expect(error?.localizedDescription.contains("made of a closure") == true)
    }
}
