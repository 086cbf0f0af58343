import CoreData
import Foundation
import Testing

/// `#Predicate` over a managed class. Its properties are all computed, so their names come from the
/// model.
@Suite(.eachStore) struct SwiftPredicateTests {
    @Test func namesManagedPropertiesAndRunsInTheStore() throws {
        let container = try NSPersistentContainer.inMemory()
        let context = container.newBackgroundContext()
        let read = NSPredicate(#Predicate<Quake> { $0.magnitude > 4.5 && $0.place?.localizedStandardContains("alaska") == true })
        let predicate = try #require(read)
        #expect(
            predicate.predicateFormat
                == "magnitude > 4.5 AND TERNARY(place != nil, TERNARY(place CONTAINS[cd] \"alaska\", 1, 0), nil) == 1")
        #expect(NSPredicate(#Predicate<Quake> { $0.title == "x" }) == nil, "a computed property has no name in the model")
        try context.performAndWait {
            for (magnitude, place) in [(5, "Alaska"), (4, "ALASKA"), (6, "Ålaska"), (7, nil)] as [(Float, String?)] {
                let quake = Quake(context: context)
                (quake.magnitude, quake.place) = (magnitude, place)
            }
            try context.save()
            let request = NSFetchRequest<Quake>(entityName: "Quake")
            request.predicate = predicate
            #expect(try Set(context.fetch(request).map(\.magnitude)) == [5, 6])
            request.predicate = nil
            #expect(try Set(context.fetch(request).filtered(using: predicate).map(\.magnitude)) == [5, 6])
        }
    }
}
