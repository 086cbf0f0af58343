import CoreData
import Foundation
import Testing

/// A save evaluates the validation predicates of relationships.
@Suite(.eachStore) struct RelationshipValidationTests {
    /// A Ticket with predicates, with a guest named Ann.
    private func withTicket(
        _ predicates: [String: (format: String, warnings: [String])],
        _ body: @escaping (_ ticket: NSManagedObject, _ guest: NSManagedObject, NSManagedObjectContext) throws -> Void
    ) throws {
        let model = try ModelSource.model(
            """
            <entity name="Ticket">
                <attribute name="code" optional="YES" attributeType="String"/>
                <relationship name="guests" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Guest" \
            inverseName="ticket" inverseEntity="Guest"/>
                <relationship name="queue" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Guest"/>
                <relationship name="holder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Guest"/>
            </entity>
            <entity name="Guest">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="ticket" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Ticket" inverseName="guests" \
            inverseEntity="Ticket"/>
            </entity>
            """)
        for (name, rule) in predicates {
            model.entitiesByName["Ticket"]?.relationshipsByName[name]?.setValidationPredicates(
                [NSPredicate(format: rule.format)], withValidationWarnings: rule.warnings)
        }
        nonisolated(unsafe) let body = body
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            let ticket = NSEntityDescription.insertNewObject(forEntityName: "Ticket", into: context)
            let guest = NSEntityDescription.insertNewObject(forEntityName: "Guest", into: context)
            guest.setValue("Ann", forKey: "name")
            try body(ticket, guest, context)
        }
    }

    private func error(of body: () throws -> Void) -> NSError? {
        do {
            try body()
            return nil
        } catch {
            return error as NSError
        }
    }

    @Test func `a predicate of a to-one relationship is evaluated with the related object`() throws {
        try withTicket(["holder": ("name == 'Ann'", ["Ann only."])]) { ticket, guest, context in
            ticket.setValue(guest, forKey: "holder")
            try context.save()
            guest.setValue("Bob", forKey: "name")
            ticket.setValue("A", forKey: "code")
            let error = error { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == NSManagedObjectValidationError)
            #expect(error?.localizedDescription == "Ann only.")
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "holder")
            #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === ticket)
            #expect(error?.userInfo[NSValidationValueErrorKey] as? NSManagedObject === guest)
            #expect((error?.userInfo[NSValidationPredicateErrorKey] as? NSPredicate)?.predicateFormat == "name == \"Ann\"")
            ticket.setValue(nil, forKey: "holder")
            try context.save()
        }
    }

    @Test(arguments: ["guests", "queue"])
    func `a predicate of a to-many relationship is evaluated with the collection`(_ name: String) throws {
        try withTicket([name: ("SELF.@count == 1 AND ALL SELF.name == 'Ann'", [])]) { ticket, guest, context in
            #expect(error { try context.save() }?.code == NSManagedObjectValidationError)
            ticket.setValue(name == "queue" ? NSOrderedSet(object: guest) : NSSet(object: guest), forKey: name)
            try context.save()
            // The members are the same, but one of them has another value.
            guest.setValue("Bob", forKey: "name")
            ticket.setValue("A", forKey: "code")
            let error = error { try context.save() }
            #expect(error?.code == NSManagedObjectValidationError)
            #expect(error?.localizedDescription == "\(name) is not valid.")
            guest.setValue("Ann", forKey: "name")
            try context.save()
        }
    }

    @Test func `one value of a relationship can be asked about`() throws {
        try withTicket(["guests": ("SELF.@count == 1", []), "holder": ("name == 'Ann'", [])]) { ticket, guest, context in
            var (none, one, holder): (AnyObject?, AnyObject?, AnyObject?) = (NSSet(), NSSet(object: guest), guest)
            #expect(error { try ticket.validateValue(&none, forKey: "guests") }?.code == NSManagedObjectValidationError)
            #expect(error { try ticket.validateValue(&one, forKey: "guests") } == nil)
            #expect(error { try ticket.validateValue(&holder, forKey: "holder") } == nil)
            guest.setValue("Bob", forKey: "name")
            #expect(error { try ticket.validateValue(&holder, forKey: "holder") }?.code == NSManagedObjectValidationError)
        }
    }

    @Test func `a value of another type is not valid for a to-many relationship`() throws {
        try withTicket([:]) { ticket, guest, _ in
            var values: [AnyObject?] = [guest, NSNumber(value: 1), NSSet(object: NSNumber(value: 1)), NSSet(object: ticket)]
            for index in values.indices {
                let error = error { try ticket.validateValue(&values[index], forKey: "guests") }
                #expect(error?.code == NSManagedObjectValidationError)
            }
            var none: AnyObject? = NSNull()
            #expect(error { try ticket.validateValue(&none, forKey: "guests") } == nil)
        }
    }
}
