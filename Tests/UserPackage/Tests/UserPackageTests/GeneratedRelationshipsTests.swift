import CoreData
import Features
import Foundation
import Testing

/// The methods that are generated for to-many relationships.
@Suite struct GeneratedRelationshipsTests {
    @Test func anUnorderedRelationship() throws {
        let context = try makeContext(model: "Features")
        try context.performAndWait {
            let (ann, bob, cid) = (Person(context: context), Person(context: context), Person(context: context))
            ann.addToFriends(bob)
            ann.addToFriends(NSSet(object: cid))
            #expect(ann.friends == NSSet(array: [bob, cid]))
            #expect(bob.friends == NSSet(array: [ann]))
            ann.removeFromFriends(bob)
            #expect(bob.friends == NSSet(array: []))
            ann.removeFromFriends(NSSet(object: cid))
            #expect(ann.friends == NSSet(array: []))

            let puppy = Puppy(context: context)
            puppy.owner = ann
            #expect(ann.animals == NSSet(array: [puppy]))
            let plain = NSEntityDescription.insertNewObject(forEntityName: "Plain", into: context)
            ann.plain = plain
            #expect(plain.value(forKey: "person") as? Person == ann)
            try context.save()
        }
    }

    @Test func anOrderedRelationship() throws {
        let context = try makeContext(model: "Features")
        try context.performAndWait {
            let person = Person(context: context)
            let places = ["a", "b", "c", "d", "e"].map { name in
                let place = Place(context: context)
                place.name = name
                return place
            }
            var journey: String {
                (person.journey?.array as? [Place] ?? []).compactMap(\.name).joined()
            }
            person.addToJourney(places[0])
            person.addToJourney(NSOrderedSet(array: [places[1], places[2]]))
            #expect(journey == "abc")
            person.insertIntoJourney(places[3], at: 0)
            #expect(journey == "dabc")
            person.removeFromJourney(at: 1)
            #expect(journey == "dbc")
            person.insertIntoJourney([places[0], places[4]], at: NSIndexSet(indexesIn: NSRange(location: 1, length: 2)))
            #expect(journey == "daebc")
            person.replaceJourney(at: 0, with: places[3])
            #expect(journey == "daebc")
            person.removeFromJourney(at: NSIndexSet(index: 2))
            #expect(journey == "dabc")
            person.replaceJourney(at: NSIndexSet(index: 3), with: [places[4]])
            #expect(journey == "dabe")
            person.removeFromJourney(places[0])
            person.removeFromJourney(NSOrderedSet(array: [places[3]]))
            #expect(journey == "be")
            try context.save()
            context.refreshAllObjects()
            #expect(journey == "be")
            #expect(places[1].travellers == NSSet(array: [person]))
        }
    }

    @Test func aFetchedProperty() throws {
        let context = try makeContext(model: "Features")
        try context.performAndWait {
            let people = ["Ann", "Ann", "Bob"].map { name in
                let person = Person(context: context)
                person.name = name
                return person
            }
            for isSaved in [false, true] {
                if isSaved { try context.save() }
                #expect(Set(people[0].namesakes ?? []) == Set(people.prefix(2)))
            }
            // What was fetched stays until the object is refreshed.
            people[0].name = "Bob"
            #expect(Set(people[0].namesakes ?? []) == Set(people.prefix(2)))
            context.refresh(people[0], mergeChanges: true)
            #expect(Set(people[0].namesakes ?? []) == [people[0], people[2]])
        }
    }
}
