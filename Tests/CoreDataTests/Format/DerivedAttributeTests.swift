import CoreData
import Foundation
import StrataTestSupport
import Testing

/// Derived attributes, which the store computes after writes of every kind.
@Suite struct DerivedAttributeTests {
    private static func model() throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Shelf">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="count" attributeType="Integer 64" derived="YES" derivationExpression="items.@count" optional="YES"/>
                <attribute name="worth" attributeType="Integer 64" derived="YES" derivationExpression="items.@sum.price" optional="YES"/>
                <attribute name="sum" attributeType="Integer 64" derived="YES" derivationExpression="items.price.@sum" optional="YES"/>
                <relationship name="items" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="shelf" \
            inverseEntity="Item" optional="YES"/>
            </entity>
            <entity name="Item">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="price" attributeType="Integer 64" defaultValueString="0" usesScalarValueType="YES"/>
                <attribute name="loud" attributeType="String" derived="YES" derivationExpression="uppercase:(name)" optional="YES"/>
                <attribute name="quiet" attributeType="String" derived="YES" derivationExpression="lowercase:(name)" optional="YES"/>
                <attribute name="plain" attributeType="String" derived="YES" derivationExpression="canonical:(name)" optional="NO"/>
                <attribute name="place" attributeType="String" derived="YES" derivationExpression="shelf.name" optional="YES"/>
                <attribute name="saved" attributeType="Date" derived="YES" derivationExpression="now()" optional="YES" \
            usesScalarValueType="NO"/>
                <attribute name="tagCount" attributeType="Integer 64" derived="YES" derivationExpression="tags.@count" optional="YES"/>
                <relationship name="shelf" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="items" \
            inverseEntity="Shelf" optional="YES"/>
                <relationship name="tags" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="items" \
            inverseEntity="Tag" optional="YES"/>
            </entity>
            <entity name="Gift" parentEntity="Item">
                <attribute name="giver" attributeType="String" optional="YES"/>
            </entity>
            <entity name="Tag">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="uses" attributeType="Integer 64" derived="YES" derivationExpression="items.@count" optional="YES"/>
                <relationship name="items" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="tags" \
            inverseEntity="Item" optional="YES"/>
            </entity>
            """)
    }

    private func new(_ name: String, _ context: NSManagedObjectContext, _ values: [String: Any] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    @Test func aValueIsSeenAfterSavingAndRefreshing() throws {
        let store = try TestStore(model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let shelf = new("Shelf", context, ["name": "Top"])
            let item = new("Item", context, ["name": "Vase É", "price": 3, "shelf": shelf])
            #expect(item.value(forKey: "loud") == nil)
            let start = Date()
            try context.save()
            for object in [shelf, item] { context.refresh(object, mergeChanges: false) }
            #expect(item.value(forKey: "loud") as? String == "VASE É")
            #expect(item.value(forKey: "quiet") as? String == "vase é")
            #expect(item.value(forKey: "plain") as? String == "vase e")
            #expect(item.value(forKey: "place") as? String == "Top")
            #expect(shelf.value(forKey: "count") as? Int == 1)
            #expect(shelf.value(forKey: "worth") as? Int == 3)
            let saved = try #require(item.value(forKey: "saved") as? Date)
            // Tolerates ten minutes on both sides, in case the clock is set during the test.
            #expect(saved > start.addingTimeInterval(-600))
            #expect(saved < Date().addingTimeInterval(600))

            item.setValue(5, forKey: "price")
            shelf.setValue("Bottom", forKey: "name")
            try context.save()
            for object in [shelf, item] { context.refresh(object, mergeChanges: false) }
            #expect(shelf.value(forKey: "worth") as? Int == 5)
            #expect(item.value(forKey: "place") as? String == "Bottom")
            #expect(try #require(item.value(forKey: "saved") as? Date) != saved)
        }
    }

    /// Rows in which only a derived value changed are reported to other contexts and recorded in
    /// the history.
    @Test func rowsThatChangeByDerivationAreChangedRows() throws {
        let store = try TestStore(model: Self.model(), history: true)
        let (context, reader) = (store.context(), store.context())
        reader.automaticallyMergesChangesFromParent = true
        let (shelf, item) = try context.performAndWait {
            let shelf = new("Shelf", context, ["name": "Top"])
            let item = new("Item", context, ["shelf": shelf])
            try context.save()
            return (shelf.objectID, item.objectID)
        }
        let before = try reader.performAndWait { try reader.existingObject(with: item).value(forKey: "place") as? String }
        #expect(before == "Top")
        let token = store.container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
        try context.performAndWait {
            try context.existingObject(with: shelf).setValue("Bottom", forKey: "name")
            try context.save()
        }
        reader.performAndWait { #expect(reader.object(with: item).value(forKey: "place") as? String == "Bottom") }
        try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
            let changed = transactions.flatMap { $0.changes ?? [] }.filter { $0.changedObjectID == item }
            #expect(changed.compactMap(\.updatedProperties).flatMap { $0.map(\.name) } == ["place"])
        }
    }

    /// A derived value does not raise the version of its row.
    @Test func aMergeUpdatesTheDerivedValuesOfObjectsInUse() throws {
        let store = try TestStore(model: Self.model())
        let (context, reader) = (store.context(), store.context())
        reader.automaticallyMergesChangesFromParent = true
        let (shelf, item) = try context.performAndWait {
            let shelf = new("Shelf", context, ["name": "Top"])
            let item = new("Item", context, ["price": 3, "shelf": shelf])
            try context.save()
            return (shelf.objectID, item.objectID)
        }
        try reader.performAndWait {
            let seen = try reader.existingObject(with: shelf)
            #expect(seen.value(forKey: "worth") as? Int == 3)
            reader.userInfo["shelf"] = seen
        }
        try context.performAndWait {
            try context.existingObject(with: item).setValue(5, forKey: "price")
            try context.save()
        }
        reader.performAndWait {
            #expect((reader.userInfo["shelf"] as? NSManagedObject)?.value(forKey: "worth") as? Int == 5)
        }
    }

    @Test func aFetchThatRefreshesSeesTheDerivedValues() throws {
        let store = try TestStore(model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let shelf = new("Shelf", context, ["name": "Top"])
            let item = new("Item", context, ["price": 3, "shelf": shelf])
            try context.save()
            context.refresh(shelf, mergeChanges: true)
            #expect(shelf.value(forKey: "worth") as? Int == 3)
            item.setValue(5, forKey: "price")
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
            request.shouldRefreshRefetchedObjects = true
            #expect(try context.fetch(request) == [shelf])
            #expect(shelf.value(forKey: "worth") as? Int == 5)
        }
    }

    /// The result of a batch update is about the rows that it was asked to update.
    @Test func aBatchUpdateNamesNoRowsThatChangeByDerivation() throws {
        let store = try TestStore(model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let shelf = new("Shelf", context, ["name": "Top"])
            let items = ["Item", "Gift"].map { new($0, context, ["price": 3, "shelf": shelf]) }
            try context.save()
            let request = NSBatchUpdateRequest(entityName: "Item")
            request.propertiesToUpdate = ["price": 4]
            request.resultType = .updatedObjectsCountResultType
            #expect((try context.execute(request) as? NSBatchUpdateResult)?.result as? Int == 2)
            request.propertiesToUpdate = ["price": 5]
            request.resultType = .updatedObjectIDsResultType
            let found = (try context.execute(request) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID]
            #expect(found.map(Set.init) == Set(items.map(\.objectID)))
            context.refresh(shelf, mergeChanges: false)
            #expect(shelf.value(forKey: "worth") as? Int == 10)
        }
    }

    @Test func predicatesFindDerivedValues() throws {
        let store = try TestStore(model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            for name in ["Ärger", "Argon"] { _ = new("Item", context, ["name": name]) }
            try context.save()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: "plain == 'arger'")
            #expect(try context.fetch(request).map { $0.value(forKey: "name") as? String } == ["Ärger"])
        }
    }

    /// The keys of a subentity are among them: triggers would not see their changes.
    @Test(arguments: ["FETCH(name, name, NO)", "giver", "uppercase:(giver)"])
    func anExpressionThatNoStoreComputesIsAnErrorOfOpening(expression: String) throws {
        let model = try ModelSource.model(
            """
            <entity name="Item">
                <attribute name="name" attributeType="String" optional="YES"/>
                <attribute name="odd" attributeType="String" derived="YES" derivationExpression="\(expression)" optional="YES"/>
            </entity>
            <entity name="Gift" parentEntity="Item">
                <attribute name="giver" attributeType="String" optional="YES"/>
            </entity>
            """)
        let error = #expect(throws: NSError.self) { try TestStore(model: model) }
        #expect(error?.localizedDescription.contains("Item.odd") == true)
    }

    /// The children of one parent are counted once for each batch, so the time is linear in the
    /// number of rows.
    @Test func aLargeBatchUnderOneParent() throws {
        let store = try TestStore(model: Self.model())
        defer { withExtendedLifetime(store) {} }
        let context = store.context()
        try context.performAndWait {
            let shelf = new("Shelf", context)
            for number in 0..<2_000 { _ = new("Item", context, ["price": number, "shelf": shelf]) }
            try context.save()
            context.refresh(shelf, mergeChanges: false)
            #expect(shelf.value(forKey: "count") as? Int == 2_000)
            #expect(shelf.value(forKey: "worth") as? Int == 1_999_000)
        }
    }

    // MARK: At random

    @Test func aRandomGraphsValuesAreThoseComputedInMemory() throws {
        let seed = testSeed()
        let store = try TestStore(model: Self.model())
        let context = store.context()
        try context.performAndWait {
            var dice = SeededGenerator(seed: seed)
            for step in 0..<120 {
                for _ in 0..<Int.random(in: 1...6, using: &dice) { try edit(context, &dice) }
                try context.save()
                if Int.random(in: 0..<4, using: &dice) == 0 { try batch(context, &dice) }
                try check(store.context(), "seed \(seed), step \(step)")
            }
        }
    }

    private func all(_ name: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: name)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    private func edit(_ context: NSManagedObjectContext, _ dice: inout SeededGenerator) throws {
        let name = ["Äpfel", "birnen", "CITRUS", "Ða"].randomElement(using: &dice)
        let entity = ["Shelf", "Item", "Gift", "Tag", "Item"].randomElement(using: &dice) ?? ""
        let object = try all(entity, context).randomElement(using: &dice)
        let shelf = try all("Shelf", context).randomElement(using: &dice)
        let tag = try all("Tag", context).randomElement(using: &dice)
        switch (Int.random(in: 0..<7, using: &dice), object, entity) {
        case (0, let object?, _): context.delete(object)
        case (1, let object?, _): object.setValue(Bool.random(using: &dice) ? name : nil, forKey: "name")
        case (2, let object?, "Item"), (2, let object?, "Gift"):
            object.setValue(Int.random(in: -9...9, using: &dice), forKey: "price")
        case (3, let object?, "Item"), (3, let object?, "Gift"):
            object.setValue(Bool.random(using: &dice) ? shelf : nil, forKey: "shelf")
        case (4, let object?, "Item"), (4, let object?, "Gift"):
            guard let tag else { return }
            let tags = object.mutableSetValue(forKey: "tags")
            if tags.contains(tag) { tags.remove(tag) } else { tags.add(tag) }
        case (5, let object?, "Shelf"):
            // Sets the relationship from its inverse.
            guard let item = try all("Item", context).randomElement(using: &dice) else { return }
            object.mutableSetValue(forKey: "items").add(item)
        default:
            let object = new(entity, context, ["name": name as Any])
            if object.entity.name != "Shelf", object.entity.name != "Tag" { object.setValue(shelf, forKey: "shelf") }
        }
    }

    private func batch(_ context: NSManagedObjectContext, _ dice: inout SeededGenerator) throws {
        let limit = Int.random(in: -9...9, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0:
            try context.execute(
                NSBatchInsertRequest(entityName: "Item", objects: [["name": "Batch", "price": limit], ["price": 1]]))
        case 1:
            let request = NSBatchUpdateRequest(entityName: "Item")
            request.predicate = NSPredicate(format: "price < %d", limit)
            request.propertiesToUpdate = ["price": limit, "name": "Geändert"]
            try context.execute(request)
        default:
            let request = NSFetchRequest<any NSFetchRequestResult>(
                entityName: ["Item", "Shelf", "Tag"].randomElement(using: &dice) ?? "")
            request.predicate = NSPredicate(format: "name == 'birnen'")
            try context.execute(NSBatchDeleteRequest(fetchRequest: request))
        }
        context.reset()
    }

    private func check(_ context: NSManagedObjectContext, _ comment: String) throws {
        try context.performAndWait {
            for shelf in try all("Shelf", context) {
                let items = shelf.value(forKey: "items") as? Set<NSManagedObject> ?? []
                #expect(shelf.value(forKey: "count") as? Int == items.count, "\(comment)")
                let worth = items.reduce(0) { $0 + ($1.value(forKey: "price") as? Int ?? 0) }
                #expect(shelf.value(forKey: "worth") as? Int == worth, "\(comment)")
                // The other syntax of the same expression.
                #expect(shelf.value(forKey: "sum") as? Int == worth, "\(comment)")
            }
            for tag in try all("Tag", context) {
                #expect(
                    tag.value(forKey: "uses") as? Int == (tag.value(forKey: "items") as? Set<NSManagedObject>)?.count,
                    "\(comment)")
            }
            for item in try all("Item", context) {
                let name = item.value(forKey: "name") as? String
                #expect(item.value(forKey: "loud") as? String == name?.uppercased(), "\(comment)")
                #expect(item.value(forKey: "quiet") as? String == name?.lowercased(), "\(comment)")
                let shelf = item.value(forKey: "shelf") as? NSManagedObject
                #expect(item.value(forKey: "place") as? String == shelf?.value(forKey: "name") as? String, "\(comment)")
                #expect(
                    item.value(forKey: "tagCount") as? Int == (item.value(forKey: "tags") as? Set<NSManagedObject>)?.count,
                    "\(comment)")
                #expect(item.value(forKey: "saved") is Date, "\(comment)")
            }
        }
    }
}
