import CoreData
import Foundation
import Testing

/// A quake whose class says itself what it answers to a key.
final class LoudQuake: NSManagedObject {
    override func value(forKey key: String) -> Any? {
        let value = super.value(forKey: key)
        return key == "place" ? (value as? String)?.uppercased() : value
    }

    var place: String? {
        get { value(at: 3, "place") }
        set { setValue(newValue, at: 3, "place") }
    }
}

/// Predicates and sorts in memory ask an override of `value(forKey:)`; a fetch asks for what is
/// stored.
@Suite(.eachStore) struct ValueForKeyOverrideTests {
    private func withQuakes(_ body: @Sendable ([LoudQuake], NSManagedObjectContext) throws -> Void) throws {
        let model = NSManagedObjectModel.quakes()
        model.entities[0].managedObjectClassName = NSStringFromClass(LoudQuake.self)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            // In upper case "Oslo" comes before "lima" no more.
            let quakes = ["lima", "Oslo"].map { place in
                let quake = LoudQuake(context: context)
                quake.place = place
                return quake
            }
            try context.save()
            try body(quakes, context)
        }
    }

    @Test func `a predicate evaluated with an object asks its value(forKey:)`() throws {
        try withQuakes { quakes, _ in
            #expect(NSPredicate(format: "place == 'LIMA'").evaluate(with: quakes[0]))
            #expect(!NSPredicate(format: "place == 'lima'").evaluate(with: quakes[0]))
            #expect(NSPredicate(format: "place.length == 4 AND place BEGINSWITH 'LI'").evaluate(with: quakes[0]))
            #expect(NSPredicate(format: "SELF.place == 'LIMA'").evaluate(with: quakes[0]))
        }
    }

    @Test func `filtering asks an override of value(forKey:)`() throws {
        try withQuakes { quakes, _ in
            #expect(quakes.filtered(using: NSPredicate(format: "place == 'OSLO'")) == [quakes[1]])
            #expect(NSSet(array: quakes).filtered(using: NSPredicate(format: "place == 'OSLO'")).count == 1)
        }
    }

    @Test func `sorting in memory asks an override of value(forKey:)`() throws {
        try withQuakes { quakes, _ in
            let byKey = [NSSortDescriptor(key: "place", ascending: true)]
            #expect(quakes.sortedArray(using: byKey) == [quakes[0], quakes[1]])
            let byKeyPath = [NSSortDescriptor(keyPath: \LoudQuake.place, ascending: true)]
            #expect(quakes.sortedArray(using: byKeyPath) == [quakes[0], quakes[1]])
            #expect(byKey[0].compare(quakes[0], to: quakes[1]) == .orderedAscending)
        }
    }

    @Test func `a fetch goes by stored values, with unsaved changes too`() throws {
        try withQuakes { quakes, context in
            let request = NSFetchRequest<LoudQuake>(entityName: "Quake")
            request.predicate = NSPredicate(format: "place == 'lima' OR place == 'Oslo'")
            request.sortDescriptors = [NSSortDescriptor(key: "place", ascending: true)]
            let saved = try context.fetch(request)
            #expect(saved == [quakes[1], quakes[0]])
            quakes[0].setValue(Float(2), forKey: "magnitude")
            let new = LoudQuake(context: context)
            new.place = "lima"
            #expect(try context.fetch(request) == [quakes[1], quakes[0], new])
            request.predicate = NSPredicate(format: "place == 'LIMA'")
            #expect(try context.fetch(request).isEmpty)
        }
    }

    @Test func `a class without an override keeps its stored values`() throws {
        let context = try TestStore().context()
        context.performAndWait {
            let quake = Quake(context: context)
            quake.place = "Lima"
            #expect(NSPredicate(format: "place == 'Lima'").evaluate(with: quake))
        }
    }
}
