import CoreData
import Foundation
import Testing

/// Migrations with policies of the app's own.
@Suite struct MigrationPolicyTests {
    private static let old = """
        <entity name="Person" representedClassName=".OldPerson"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="street" optional="YES" attributeType="String"/>
        <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends"/></entity>
        """
    private static let new = """
        <entity name="Person" representedClassName=".MigratedPerson"><attribute name="first" attributeType="String"/>
        <attribute name="last" optional="YES" attributeType="String"/>
        <attribute name="initials" optional="YES" attributeType="String"/>
        <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends"/>
        <relationship name="address" optional="YES" maxCount="1" destinationEntity="Address" inverseName="residents"/></entity>
        <entity name="Address"><attribute name="street" attributeType="String"/>
        <relationship name="residents" optional="YES" toMany="YES" minCount="1" destinationEntity="Person" inverseName="address"/></entity>
        """

    private func fixture() throws -> MigrationFixture {
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { context in
            let ann = context.make("Person", ["name": "Ann Bee", "street": "Elm"])
            let cid = context.make("Person", ["name": "Cid", "street": "Elm"])
            context.make("Person", ["name": "Dora Eve Fox", "street": "Oak"])
            ann.setValue(NSSet(array: [cid]), forKey: "friends")
        }
        return fixture
    }

    @Test func `a policy divides a name into two attributes`() throws {
        let fixture = try fixture()
        let friends =
            "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"PersonToPerson\", $source.friends)"
        try fixture.migrate(
            NSMappingModel(NSEntityMapping("Person", "Person", relationships: ["friends": friends], policy: "SplitNamePolicy")))
        try fixture.read { context in
            let people = try context.all("Person", by: "first")
            #expect(people.map { $0.value(forKey: "first") as? String } == ["Ann", "Cid", "Dora"])
            #expect(people.map { $0.value(forKey: "last") as? String } == ["Bee", nil, "Eve Fox"])
            #expect(people[0].value(forKey: "friends") as? NSSet == NSSet(array: [people[1]]))
            #expect(people[1].value(forKey: "friends") as? NSSet == NSSet(array: [people[0]]))
        }
    }

    @Test func `an entity is divided into two with a relationship between them`() throws {
        let fixture = try fixture()
        let people = NSEntityMapping(
            "Person", "Person", attributes: ["first": "$source.name"], policy: "CoreDataTests.AddressPolicy")
        try fixture.migrate(NSMappingModel(people))
        try fixture.read { context in
            let addresses = try context.all("Address", by: "street")
            #expect(addresses.map { $0.value(forKey: "street") as? String } == ["Elm", "Oak"])
            let residents = addresses[0].value(forKeyPath: "residents.first") as? NSSet
            #expect(residents == NSSet(array: ["Ann Bee", "Cid"]))
        }
    }

    @Test func `two mappings of one entity divide it without code`() throws {
        let fixture = try fixture()
        let addresses = NSEntityMapping("Person", "Address", attributes: ["street": "$source.street"])
        let people = NSEntityMapping(
            "Person", "Person", attributes: ["first": "$source.name"],
            relationships: [
                "address":
                    "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"PersonToAddress\", $source)"
            ])
        // The mapping of the relationship precedes that of its objects.
        try fixture.migrate(NSMappingModel(people, addresses))
        try fixture.read { context in
            let people = try context.all("Person", by: "first")
            #expect(people.map { $0.value(forKeyPath: "address.street") as? String } == ["Elm", "Elm", "Oak"])
            let addresses = try context.all("Address", by: "street")
            #expect(addresses.count == 3)
        }
    }

    @Test func `a value expression calls a method of the policy`() throws {
        let fixture = try fixture()
        let mapping = NSEntityMapping(
            "Person", "Person",
            attributes: [
                "first": "$source.name", "initials": "FUNCTION($entityPolicy, \"initialsOf:separatedBy:\", $source.name, \"-\")",
                "last": "FUNCTION($manager.userInfo, \"valueForKey:\", \"last\")",
            ],
            policy: "InitialsPolicy")
        let manager = fixture.manager()
        manager.userInfo = ["last": "Same"]
        try fixture.migrate(NSMappingModel(mapping), manager)
        try fixture.read { context in
            let people = try context.all("Person", by: "first")
            #expect(people.map { $0.value(forKey: "initials") as? String } == ["A-B", "C", "D-E-F"])
            #expect(people.map { $0.value(forKey: "last") as? String } == ["Same", "Same", "Same"])
        }
    }

    @Test func `an argument has the type that the policy's method takes`() throws {
        let policy = InitialsPolicy()
        let values: [Any?] = ["a", NSNumber(value: 2.5), nil, ["b"], Date(timeIntervalSinceReferenceDate: 1)]
        func argument<Value>(_ index: Int, _: Value.Type = Value.self) throws -> Value {
            try policy.argument(index, of: values, for: "initialsOf:")
        }
        #expect(try argument(0, String.self) == "a")
        #expect(try argument(0, NSString.self) == "a")
        #expect(try argument(0, String?.self) == "a")
        #expect(try argument(0, Any.self) as? String == "a")
        #expect(try argument(1, NSNumber.self) == 2.5)
        #expect(try argument(1, Double.self) == 2.5)
        #expect(try argument(2, NSNumber?.self) == nil)
        #expect(try argument(3, [String].self) == ["b"])
        #expect(try argument(3, NSArray.self) == ["b"])
        #expect(try argument(4, Date.self) == Date(timeIntervalSinceReferenceDate: 1))
        #expect(try argument(4, NSDate.self).timeIntervalSinceReferenceDate == 1)
        for (index, word) in [(2, "no value"), (0, "String"), (9, "no value")] {
            let error = #expect(throws: NSError.self) { try argument(index, Date.self) }
            #expect(error?.code == NSEntityMigrationPolicyError)
            let message = error?.localizedDescription ?? ""
            for part in [word, "'initialsOf:'", "InitialsPolicy", "argument \(index + 1)", "Date"] {
                #expect(message.contains(part), "\(message)")
            }
        }
    }

    @Test func `an argument without a value is empty or zero where the policy's method takes no optional`() throws {
        let policy = InitialsPolicy()
        func argument<Value>(_: Value.Type = Value.self) throws -> Value {
            try policy.argument(0, of: [nil], for: "initialsOf:")
        }
        #expect(try argument(String.self) == "")
        #expect(try argument(NSString.self) == "")
        #expect(try argument([String].self) == [])
        #expect(try argument(NSArray.self) == [])
        #expect(try argument([String: Int].self) == [:])
        #expect(try argument(NSDictionary.self) == [:])
        #expect(try argument(Set<String>.self) == [])
        #expect(try argument(NSSet.self) == NSSet())
        #expect(try argument(Data.self) == Data())
        #expect(try argument(NSNumber.self) == 0)
        #expect(try argument(NSDecimalNumber.self) == 0)
        #expect(try argument(Double.self) == 0)
        #expect(try argument([String]?.self) == nil)
        #expect(try argument(NSNumber?.self) == nil)
    }

    @Test func `a policy relates thousands of objects in code alone`() throws {
        let count = 2_500
        let fixture = try MigrationFixture(Self.old, Self.new)
        try fixture.fill { context in
            for number in 0..<count { context.make("Person", ["name": "\(number)", "street": "\(number % 7)"]) }
        }
        try fixture.migrate(
            NSMappingModel(NSEntityMapping("Person", "Person", attributes: ["first": "$source.name"], policy: "RelatingPolicy")))
        try fixture.read { context in
            let people = try context.all("Person", by: "first")
            let last = people.map { "\($0.value(forKey: "first") ?? "") \($0.value(forKey: "last") ?? "")" }
            #expect(last == (0..<count).map { "\($0) \($0 % 7)" }.sorted())
        }
    }

    @Test func `the first pass finds what it has just made`() throws {
        let fixture = try fixture()
        try fixture.migrate(
            NSMappingModel(NSEntityMapping("Person", "Person", attributes: ["first": "$source.name"], policy: "TwinPolicy")))
        try fixture.read { context in
            let people = try context.all("Person", by: "first")
            let first = people.map { $0.value(forKey: "first") as? String }
            #expect(first == ["Ann Bee", "Cid", "Dora Eve Fox", "Twin", "Twin", "Twin"])
            #expect(people.map { $0.value(forKey: "last") as? String } == ["2 of 1", "2 of 1", "2 of 1", nil, nil, nil])
        }
    }

    @Test func `the steps of policies come in three passes`() throws {
        let fixture = try fixture()
        let (first, second) = (
            NSEntityMapping("Person", "Person", attributes: ["first": "$source.name"], policy: "RecordingPolicy"),
            NSEntityMapping("Person", "Address", attributes: ["street": "$source.street"], policy: "RecordingPolicy")
        )
        // Addresses need residents in the end.
        second.relationshipMappings = [
            NSEntityMapping(
                "", "",
                relationships: [
                    "residents":
                        "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"PersonToPerson\", $source)"
                ]
            ).relationshipMappings![0]
        ]
        let manager = fixture.manager()
        let log = NSMutableArray()
        manager.userInfo = ["log": log]
        try fixture.migrate(NSMappingModel(first, second), manager)
        func create(_ name: String) -> [String] {
            ["begin \(name)"] + Array(repeating: "create \(name)", count: 3) + ["endCreation \(name)"]
        }
        func relate(_ name: String) -> [String] { Array(repeating: "relate \(name)", count: 3) + ["endRelating \(name)"] }
        let names = ["PersonToPerson", "PersonToAddress"]
        let expected =
            names.flatMap(create) + names.flatMap(relate) + names.map { "validate \($0)" } + names.map { "end \($0)" }
        #expect(log as? [String] == expected)
    }

    @Test func `an error of a policy ends the migration as it is`() throws {
        let fixture = try fixture()
        let error = #expect(throws: RefusingPolicy.Refusal.self) {
            try fixture.migrate(NSMappingModel(NSEntityMapping("Person", "Person", policy: "RefusingPolicy")))
        }
        #expect(error == RefusingPolicy.Refusal(name: "Ann Bee"))
        #expect(try fixture.isClean)
    }

    @Test func `a policy cancels the migration with an error`() throws {
        let fixture = try fixture()
        let manager = fixture.manager()
        manager.userInfo = ["cancel": true]
        let error = #expect(throws: RefusingPolicy.Refusal.self) {
            try fixture.migrate(
                NSMappingModel(
                    NSEntityMapping("Person", "Person", attributes: ["first": "$source.name"], policy: "RefusingPolicy")),
                manager)
        }
        #expect(error == RefusingPolicy.Refusal(name: "cancelled"))
        #expect(try fixture.isClean)
        // The next migration of the manager is not cancelled.
        manager.userInfo = nil
        try fixture.migrate(
            NSMappingModel(NSEntityMapping("Person", "Person", attributes: ["first": "$source.name"])), manager)
        try fixture.read { context in
            let found = try context.all("Person", by: "first")
            #expect(found.count == 3)
        }
    }

    @Test func `both contexts have plain objects, although the app has a class for the new version`() throws {
        let fixture = try fixture()
        let manager = fixture.manager()
        let log = NSMutableArray()
        manager.userInfo = ["classes": log]
        try fixture.migrate(
            NSMappingModel(NSEntityMapping("Person", "Person", attributes: ["first": "$source.name"], policy: "ClassesPolicy")),
            manager)
        #expect(log as? [String] == Array(repeating: "NSManagedObject", count: 6))
        try fixture.read { context in
            let people = try context.all("Person", by: "first")
            #expect(people.allSatisfy { $0 is MigratedPerson })
        }
    }
}

final class MigratedPerson: NSManagedObject {}

final class SplitNamePolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let person = NSEntityDescription.insertNewObject(
            forEntityName: mapping.destinationEntityName!, into: manager.destinationContext)
        let parts = (sInstance.value(forKey: "name") as? String ?? "").split(separator: " ", maxSplits: 1)
        person.setValue(parts.first.map(String.init), forKey: "first")
        person.setValue(parts.count > 1 ? String(parts[1]) : nil, forKey: "last")
        manager.associate(sourceInstance: sInstance, withDestinationInstance: person, for: mapping)
    }
}

final class AddressPolicy: NSEntityMigrationPolicy {
    private var addresses: [String: NSManagedObject] = [:]

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let person = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]).first
        let street = sInstance.value(forKey: "street") as? String ?? ""
        let address =
            addresses[street]
            ?? NSManagedObject(
                entity: manager.destinationModel.entitiesByName["Address"]!, insertInto: manager.destinationContext)
        address.setValue(street, forKey: "street")
        addresses[street] = address
        person?.setValue(address, forKey: "address")
    }
}

final class InitialsPolicy: NSEntityMigrationPolicy {
    override func call(_ selector: String, arguments: [Any?]) throws -> Any? {
        guard selector == "initialsOf:separatedBy:" else { return try super.call(selector, arguments: arguments) }
        let name = arguments[0] as? String ?? ""
        return name.split(separator: " ").map { String($0.prefix(1)) }.joined(separator: arguments[1] as? String ?? "")
    }
}

final class RefusingPolicy: NSEntityMigrationPolicy {
    struct Refusal: Error, Equatable {
        let name: String
    }

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        guard manager.userInfo?["cancel"] == nil else {
            manager.cancelMigrationWithError(Refusal(name: "cancelled"))
            return try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        }
        throw Refusal(name: sInstance.value(forKey: "name") as? String ?? "")
    }
}

final class RecordingPolicy: NSEntityMigrationPolicy {
    private func record(_ step: String, _ mapping: NSEntityMapping, _ manager: NSMigrationManager) {
        (manager.userInfo?["log"] as? NSMutableArray)?.add("\(step) \(mapping.name ?? "")")
    }

    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        record("begin", mapping, manager)
    }

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        record("create", mapping, manager)
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    }

    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        record("endCreation", mapping, manager)
    }

    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        record("relate", mapping, manager)
        try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
    }

    override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        record("endRelating", mapping, manager)
    }

    override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        record("validate", mapping, manager)
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        record("end", mapping, manager)
    }
}

final class ClassesPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
        let log = manager.userInfo?["classes"] as? NSMutableArray
        for object in [sInstance] + made { log?.add("\(type(of: object))") }
    }
}

/// Sets an attribute of each destination object by its source object, in the second pass.
final class RelatingPolicy: NSEntityMigrationPolicy {
    override func createRelationships(
        forDestination object: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let sources = manager.sourceInstances(forEntityMappingName: mapping.name ?? "", destinationInstances: [object])
        object.setValue(sources.first?.value(forKey: "street"), forKey: "last")
    }
}

/// Makes two objects of each source object, and writes into the first how many are found.
final class TwinPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource source: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let name = mapping.name ?? ""
        try super.createDestinationInstances(forSource: source, in: mapping, manager: manager)
        let first = manager.destinationInstances(forEntityMappingName: name, sourceInstances: [source])[0]
        let twin = NSEntityDescription.insertNewObject(forEntityName: "Person", into: manager.destinationContext)
        twin.setValue("Twin", forKey: "first")
        manager.associate(sourceInstance: source, withDestinationInstance: twin, for: mapping)
        let found = manager.destinationInstances(forEntityMappingName: name, sourceInstances: [source])
        let sources = manager.sourceInstances(forEntityMappingName: name, destinationInstances: [twin])
        first.setValue("\(found.count) of \(sources.count)", forKey: "last")
    }
}
