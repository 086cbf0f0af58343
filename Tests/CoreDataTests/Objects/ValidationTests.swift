import CoreData
import Foundation
import Testing

/// Validation by the model and the app: an invalid object is not saved, and the error describes the
/// value and the rule.
@Suite(.eachStore) struct ValidationTests {
    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Ticket">
                <attribute name="code" optional="YES" attributeType="String" minValueString="2" maxValueString="4" regularExpressionString="[A-Z]+"/>
                <attribute name="due" optional="YES" attributeType="Date" minDateTimeInterval="100" maxDateTimeInterval="200"/>
                <attribute name="price" optional="YES" attributeType="Double" minValueString="0" maxValueString="9.5"/>
                <attribute name="seat" attributeType="Integer 16" defaultValueString="1" usesScalarValueType="YES"/>
                <relationship name="guests" optional="YES" toMany="YES" minCount="2" maxCount="3" deletionRule="Nullify" \
            destinationEntity="Guest" inverseName="ticket" inverseEntity="Guest"/>
                <relationship name="stubs" toMany="YES" deletionRule="Deny" destinationEntity="Stub"/>
            </entity>
            <entity name="Guest">
                <attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="ticket" maxCount="1" deletionRule="Nullify" destinationEntity="Ticket" inverseName="guests" \
            inverseEntity="Ticket"/>
            </entity>
            <entity name="Stub"/>
            """)
    }

    private func withTicket(_ body: @Sendable (NSManagedObject, NSManagedObjectContext) throws -> Void) throws {
        let context = try NSPersistentContainer.inMemory(Self.model()).newBackgroundContext()
        try context.performAndWait {
            let ticket = NSEntityDescription.insertNewObject(forEntityName: "Ticket", into: context)
            let stub = NSEntityDescription.insertNewObject(forEntityName: "Stub", into: context)
            ticket.mutableSetValue(forKey: "stubs").add(stub)
            try body(ticket, context)
        }
    }

    @Test(arguments: [
        ("code", "A", 1670, "code is too short."), ("code", "ABCDE", 1660, "code is too long."),
        ("code", "abc", 1680, "code is invalid."), ("price", "-1", 1620, "price is too small."),
        ("price", "9.75", 1610, "price is too large."), ("due", "50", 1640, "due is too soon."),
        ("due", "300", 1630, "due is too late."),
    ])
    func aValueOutsideItsLimitsIsNotSaved(_ key: String, _ text: String, _ code: Int, _ sentence: String) throws {
        try withTicket { ticket, context in
            let value: NSObject =
                switch key {
                case "price": NSNumber(value: try #require(Double(text)))
                case "due": NSDate(timeIntervalSinceReferenceDate: try #require(Double(text)))
                default: NSString(string: text)
                }
            ticket.setValue(value, forKey: key)
            let error = try #require(#expect(throws: NSError.self) { try context.save() })
            #expect(error.domain == NSCocoaErrorDomain && error.code == code)
            #expect(error.localizedDescription == sentence)
            #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === ticket)
            #expect(error.userInfo[NSValidationKeyErrorKey] as? String == key)
            #expect(error.userInfo[NSValidationValueErrorKey].map { NSArray(array: [$0]) } == NSArray(array: [value]))
            let predicate = try #require(error.userInfo[NSValidationPredicateErrorKey] as? NSPredicate)
            #expect(ticket.entity.propertiesByName[key]?.validationPredicates.contains(predicate) == true)
            #expect(error.localizedFailureReason?.contains("Ticket.\(key) is") == true)
            ticket.setValue(nil, forKey: key)
            try context.save()
        }
    }

    @Test func aMissingValueIsNamed() throws {
        try withTicket { ticket, context in
            ticket.setValue(nil, forKey: "seat")
            let error = try #require(#expect(throws: NSError.self) { try context.save() })
            #expect(error.code == NSValidationMissingMandatoryPropertyError)
            #expect(error.localizedDescription == "seat is a required value.")
            #expect(error.userInfo[NSValidationValueErrorKey] is NSNull)
            #expect(error.localizedFailureReason?.contains("Ticket.seat") == true)
            ticket.setValue(2, forKey: "seat")
            let guest = NSEntityDescription.insertNewObject(forEntityName: "Guest", into: context)
            let missing = try #require(#expect(throws: NSError.self) { try context.save() })
            #expect(missing.userInfo[NSValidationKeyErrorKey] as? String == "ticket")
            #expect(missing.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === guest)
        }
    }

    @Test func membersAreCounted() throws {
        try withTicket { ticket, context in
            func add() {
                ticket.mutableSetValue(forKey: "guests").add(
                    NSEntityDescription.insertNewObject(forEntityName: "Guest", into: context))
            }
            func failure() throws -> NSError { try #require(#expect(throws: NSError.self) { try context.save() }) }
            add()
            let few = try failure()
            #expect(few.code == NSValidationRelationshipLacksMinimumCountError)
            #expect(few.localizedDescription == "Too few items in guests.")
            add()
            add()
            add()
            let many = try failure()
            #expect(many.code == NSValidationRelationshipExceedsMaximumCountError)
            #expect(many.localizedDescription == "Too many items in guests.")
            #expect((many.userInfo[NSValidationValueErrorKey] as? NSSet)?.count == 4)
            for guest in ticket.mutableSetValue(forKey: "guests").allObjects.prefix(2) {
                (guest as? NSManagedObject).map(context.delete)
            }
            try context.save()
            // An optional relationship may be empty, regardless of its minCount.
            for guest in ticket.mutableSetValue(forKey: "guests").allObjects { (guest as? NSManagedObject).map(context.delete) }
            try context.save()
        }
    }

    @Test func `a required to-many relationship without a minCount may be empty`() throws {
        try withTicket { ticket, context in
            ticket.mutableSetValue(forKey: "stubs").removeAllObjects()
            try context.save()
            #expect(ticket.mutableSetValue(forKey: "stubs").count == 0)
        }
    }

    @Test func `a required to-many relationship built in code may be empty`() throws {
        let (order, line) = (NSEntityDescription(), NSEntityDescription())
        (order.name, line.name) = ("Order", "Line")
        let lines = NSRelationshipDescription()
        (lines.name, lines.isOptional, lines.destinationEntity) = ("lines", false, line)
        order.properties = [lines]
        let model = NSManagedObjectModel()
        model.entities = [order, line]
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            _ = NSEntityDescription.insertNewObject(forEntityName: "Order", into: context)
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Order")) == 1)
        }
    }

    @Test func `a required to-many relationship with a minCount has that many members`() throws {
        let model = try ModelSource.model(
            """
            <entity name="Order">
                <relationship name="lines" toMany="YES" minCount="1" deletionRule="Nullify" destinationEntity="Line"/>
            </entity>
            <entity name="Line"/>
            """)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            let order = NSEntityDescription.insertNewObject(forEntityName: "Order", into: context)
            let error = try #require(#expect(throws: NSError.self) { try context.save() })
            #expect(error.code == NSValidationRelationshipLacksMinimumCountError)
            #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "lines")
            order.mutableSetValue(forKey: "lines").add(NSEntityDescription.insertNewObject(forEntityName: "Line", into: context))
            try context.save()
        }
    }

    @Test func aDeniedDeletionNamesTheRelationship() throws {
        try withTicket { ticket, context in
            try context.save()
            context.delete(ticket)
            let error = try #require(#expect(throws: NSError.self) { try context.save() })
            #expect(error.code == NSValidationRelationshipDeniedDeleteError)
            #expect(error.localizedDescription == "Items cannot be deleted from stubs.")
        }
    }

    @Test func severalMistakesComeTogether() throws {
        try withTicket { ticket, context in
            ticket.setValuesForKeys(["code": "a", "price": 10, "seat": NSNull()])
            let error = try #require(#expect(throws: NSError.self) { try context.save() })
            #expect(error.code == NSValidationMultipleErrorsError)
            #expect(error.localizedDescription == "Multiple validation errors occurred.")
            let details = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
            // The code is both too short and no word of capital letters.
            #expect(details.map(\.code).sorted() == [1570, 1610, 1670, 1680])
            #expect(throws: NSError.self) { try ticket.validateForInsert() }
        }
    }

    @Test func oneValueCanBeAskedAbout() throws {
        try withTicket { ticket, _ in
            func code(_ value: AnyObject?, _ key: String) -> Int? {
                var value = value
                do {
                    try ticket.validateValue(&value, forKey: key)
                    return nil
                } catch {
                    return (error as NSError).code
                }
            }
            #expect(code(NSString(string: "ABC"), "code") == nil)
            #expect(code(nil, "code") == nil)
            #expect(code(NSString(string: "abc"), "code") == NSValidationStringPatternMatchingError)
            #expect(code(NSString(string: "a"), "code") == NSValidationMultipleErrorsError)
            #expect(code(NSString(string: "much"), "price") == NSManagedObjectValidationError)
            #expect(code(nil, "seat") == NSValidationMissingMandatoryPropertyError)
            #expect(code(NSSet(), "stubs") == nil)
            #expect(ticket.value(forKey: "code") == nil)
        }
    }

    @Test func theModelsOwnWordsAreUsed() throws {
        let model = NSManagedObjectModel.quakes()
        let place = try #require(model.entities[0].attributesByName["place"])
        place.setValidationPredicates([NSPredicate(format: "SELF != 'Atlantis'")], withValidationWarnings: ["No such place."])
        model.entities[0].attributesByName["time"]?.isOptional = false
        let container = try NSPersistentContainer.inMemory(model)
        model.localizationDictionary = ["Error/No such place.": "Kein solcher Ort.", "Property/time/Entity/Quake": "Zeit"]
        let context = container.newBackgroundContext()
        context.performAndWait {
            let quake = Quake(context: context)
            quake.place = "Atlantis"
            quake.time = Date()
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectValidationError)
            #expect(error?.localizedDescription == "Kein solcher Ort.")
            (quake.place, quake.time) = (nil, nil)
            #expect(#expect(throws: NSError.self) { try context.save() }?.localizedDescription == "Zeit is a required value.")
        }
    }

    @Test func anElementOfACompositeIsChecked() throws {
        let street = NSManagedObjectModel.attribute("street", .string, isOptional: false)
        let address = NSCompositeAttributeDescription()
        address.name = "address"
        address.elements = [street, NSManagedObjectModel.attribute("number", .integer32)]
        let entity = NSEntityDescription()
        entity.name = "House"
        entity.properties = [address]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            let house = NSEntityDescription.insertNewObject(forEntityName: "House", into: context)
            try context.save()
            house.setValue(["number": 7], forKey: "address")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "address.street")
            house.setValue("Main", forKeyPath: "address.street")
            try context.save()
            #expect(house.value(forKeyPath: "address.street") as? String == "Main")
            #expect(house.value(forKeyPath: "address.number") as? Int == 7)
        }
    }

    @Test func `a required composite without required elements may be empty, and is valid after it was read`() throws {
        func composite(_ name: String, _ elements: [NSAttributeDescription]) -> NSCompositeAttributeDescription {
            let composite = NSCompositeAttributeDescription()
            (composite.name, composite.elements, composite.isOptional) = (name, elements, false)
            return composite
        }
        let size = composite("size", [NSManagedObjectModel.attribute("width", .double)])
        let entity = NSEntityDescription()
        entity.name = "House"
        entity.properties = [
            NSManagedObjectModel.attribute("name", .string),
            composite("address", [NSManagedObjectModel.attribute("street", .string), size]),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let container = try NSPersistentContainer.inMemory(model)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let house = NSEntityDescription.insertNewObject(forEntityName: "House", into: context)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMissingMandatoryPropertyError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "address")
            house.setValue(["size": [String: Any]()], forKey: "address")
            try context.save()
        }
        let other = container.newBackgroundContext()
        try other.performAndWait {
            let house = try #require(try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "House")).first)
            let address = house.value(forKey: "address") as? [String: Any]
            #expect(address.map { Array($0.keys) } == ["size"])
            house.setValue("n", forKey: "name")
            try other.save()
        }
    }

    @Test func errorsAsCocoaErrors() throws {
        try withTicket { ticket, context in
            ticket.setValue("A", forKey: "code")
            let one = #expect(throws: CocoaError.self) { try context.save() }
            #expect(one?.code == .validationStringTooShort && one?.validationObject as? NSManagedObject === ticket)
            #expect(one?.validationKey == "code" && one?.validationValue as? String == "A")
            ticket.setValue(10.0, forKey: "price")
            do {
                try context.save()
                Issue.record("An expensive ticket with a short code was saved.")
            } catch CocoaError.validationMultipleErrors {
            }
            context.rollback()
        }
    }
}
