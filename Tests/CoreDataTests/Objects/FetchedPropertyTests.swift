import CoreData
import Foundation
import Testing

@Suite(.eachStore) struct FetchedPropertyTests {
    @Test func `a property declared as an array has the objects found, with and without a question mark`() throws {
        let model = try ModelSource.model(
            """
            <entity name="Town">
                <attribute name="name" optional="YES" attributeType="String"/>
                <fetchedProperty name="namesakes">
                    <fetchRequest name="request" entity="Town" predicateString="name == $FETCH_SOURCE.name AND SELF != $FETCH_SOURCE"/>
                </fetchedProperty>
            </entity>
            """)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            let towns = (0..<2).map { _ in NSEntityDescription.insertNewObject(forEntityName: "Town", into: context) }
            towns.forEach { $0.setValue("Bern", forKey: "name") }
            try context.save()
            #expect(towns[0].value(at: 1, "namesakes") as [NSManagedObject] == [towns[1]])
            #expect(towns[1].value(at: 1, "namesakes") as [NSManagedObject]? == [towns[0]])
            #expect(model.entitiesByName["Town"]?.propertiesByName["namesakes"]?.description.contains("namesakes") == true)
        }
    }

    @Test func whatWasFoundIsKeptUntilARefresh() throws {
        let model = try ModelSource.model(
            """
            <entity name="Town">
                <attribute name="name" optional="YES" attributeType="String"/>
                <fetchedProperty name="namesakes">
                    <fetchRequest name="request" entity="Town" predicateString="name == $FETCH_SOURCE.name AND SELF != $FETCH_SOURCE"/>
                </fetchedProperty>
            </entity>
            """)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            func town(_ name: String) -> NSManagedObject {
                let town = NSEntityDescription.insertNewObject(forEntityName: "Town", into: context)
                town.setValue(name, forKey: "name")
                return town
            }
            let (bern, other, _) = (town("Bern"), town("Bern"), town("Basel"))
            try context.save()
            func namesakes() -> [NSManagedObject]? { bern.value(forKey: "namesakes") as? [NSManagedObject] }
            #expect(namesakes() == [other])
            let third = town("Bern")
            try context.save()
            #expect(namesakes() == [other])
            context.refresh(bern, mergeChanges: true)
            #expect(namesakes().map(Set.init) == [other, third])
            other.setValue("Bonn", forKey: "name")
            context.refresh(bern, mergeChanges: false)
            #expect(namesakes() == [third])
            #expect(bern.description.contains("namesakes = \"<relationship fault: 0x"))
        }
    }

    @Test func thePropertyItselfIsAVariable() throws {
        let model = try ModelSource.model(
            """
            <entity name="Town">
                <attribute name="name" optional="YES" attributeType="String"/>
                <fetchedProperty name="wanted">
                    <fetchRequest name="request" entity="Town" predicateString="name == $FETCHED_PROPERTY.userInfo.name"/>
                    <userInfo><entry key="name" value="Bern"/></userInfo>
                </fetchedProperty>
            </entity>
            """)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        context.performAndWait {
            let towns = ["Bern", "Basel"].map { name in
                let town = NSEntityDescription.insertNewObject(forEntityName: "Town", into: context)
                town.setValue(name, forKey: "name")
                return town
            }
            #expect(towns[1].value(forKey: "wanted") as? [NSManagedObject] == [towns[0]])
        }
    }
}
