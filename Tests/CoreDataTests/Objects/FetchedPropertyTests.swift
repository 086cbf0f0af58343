import CoreData
import Foundation
import Testing

@Suite struct FetchedPropertyTests {
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
