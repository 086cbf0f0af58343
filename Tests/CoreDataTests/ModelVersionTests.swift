import CoreData
import Foundation
import Testing

/// Version hashes: what belongs to a version, and what does not.
@Suite struct ModelVersionTests {
    private static func item() -> NSManagedObjectModel {
        let (item, list) = (NSEntityDescription(), NSEntityDescription())
        (item.name, list.name) = ("Item", "List")
        let listOfItem = NSRelationshipDescription()
        (listOfItem.name, listOfItem.maxCount, listOfItem.destinationEntity) = ("list", 1, list)
        item.properties = [NSManagedObjectModel.attribute("title", .string), listOfItem]
        let model = NSManagedObjectModel()
        model.entities = [item, list]
        return model
    }

    @Test(
        arguments: [
            { $0.name = "Thing" },
            { $0.isAbstract = true },
            { $0.versionHashModifier = "2" },
            { $0.uniquenessConstraints = [["title"]] },
            { $0.properties.append(NSManagedObjectModel.attribute("more", .string)) },
            { $0.attributesByName["title"]?.name = "label" },
            { $0.attributesByName["title"]?.type = .binaryData },
            { $0.attributesByName["title"]?.isOptional = false },
            { $0.attributesByName["title"]?.isTransient = true },
            { $0.attributesByName["title"]?.versionHashModifier = "" },
            { $0.relationshipsByName["list"]?.destinationEntity = $0 },
            { $0.relationshipsByName["list"]?.maxCount = 0 },
            { $0.relationshipsByName["list"]?.minCount = 1 },
            { $0.relationshipsByName["list"]?.isOrdered = true },
        ] as [@Sendable (NSEntityDescription) -> Void])
    func changes(change: @Sendable (NSEntityDescription) -> Void) {
        let (before, after) = (Self.item(), Self.item())
        change(after.entities[0])
        #expect(before.entities[0].versionHash != after.entities[0].versionHash)
        #expect(before.versionChecksum != after.versionChecksum)
        #expect(before.entities[1].versionHash == after.entities[1].versionHash)
    }

    @Test(
        arguments: [
            { $0.userInfo = ["a": "b"] },
            { $0.managedObjectClassName = "Item" },
            { $0.properties.reverse() },
            { $0.renamingIdentifier = "Old" },
            { $0.attributesByName["title"]?.defaultValue = "new" },
            { $0.attributesByName["title"]?.renamingIdentifier = "old" },
            { $0.attributesByName["title"]?.setValidationPredicates([NSPredicate(value: true)], withValidationWarnings: nil) },
            { $0.relationshipsByName["list"]?.deleteRule = .cascadeDeleteRule },
        ] as [@Sendable (NSEntityDescription) -> Void])
    func stays(change: @Sendable (NSEntityDescription) -> Void) {
        let (before, after) = (Self.item(), Self.item())
        change(after.entities[0])
        #expect(before.entities[0].versionHash == after.entities[0].versionHash)
        #expect(before.versionChecksum == after.versionChecksum)
    }

    /// SHA-256 of the parts in their order, each after its length in eight bytes, computed with
    /// another implementation:
    ///
    ///     python3 -c "import hashlib,struct; p=lambda b: struct.pack('<Q',len(b))+b
    ///     t=lambda *s: hashlib.sha256(b''.join(p(x if type(x)==bytes else x.encode()) for x in s))
    ///     a=t('property','n','yes','no','nil','attribute','300').digest()
    ///     print(t('entity','E','nil','no',a,'0','nil').hexdigest())"
    @Test func isTheSameInEveryProcess() {
        let entity = NSEntityDescription()
        entity.name = "E"
        entity.properties = [NSManagedObjectModel.attribute("n", .integer64)]
        let hash = entity.versionHash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(hash == "96a945995d656b2f5f26342e07b7a837a3f467df061f3db3c76bb103111c03cd")
    }

    @Test func aStoresMetadataFitsItsModelOnly() {
        let model = Self.item()
        let metadata: [String: Any] = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: "None", compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
        model.setEntities([model.entities[1]], forConfigurationName: "Lists")
        #expect(!model.isConfiguration(withName: "Lists", compatibleWithStoreMetadata: metadata))
        let changed = Self.item()
        changed.entities[0].isAbstract = true
        #expect(!changed.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test func theVersionOfAStoreIsFoundAmongSeveral() throws {
        let (old, new) = (Self.item(), Self.item())
        new.entities[0].attributesByName["title"]?.type = .date
        let metadata: [String: Any] = [NSStoreModelVersionHashesKey: old.entityVersionHashesByName]
        let found = try #require(NSManagedObjectModel(byMerging: [new, old], forStoreMetadata: metadata))
        #expect(found == old)
        #expect(NSManagedObjectModel(byMerging: [new], forStoreMetadata: metadata) == nil)
    }
}
