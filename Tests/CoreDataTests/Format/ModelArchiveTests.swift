import Foundation
import GRDB
import StrataArchives
import Testing

@testable import CoreData

/// Models as keyed archives: ours, and those that Apple's Core Data cached in stores.
@Suite struct ModelArchiveTests {
    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func realModelsComeBackAsTheyWere() throws {
        let models = SharedData.folder.appending(path: "models")
        for bundle in try FileManager.default.contentsOfDirectory(at: models, includingPropertiesForKeys: nil) {
            let model = try #require(NSManagedObjectModel(contentsOf: bundle))
            let again = try ModelUnarchiver.model(ModelArchiver.archive(model))
            #expect(again == model, "\(bundle.lastPathComponent)")
            #expect(again.versionChecksum == model.versionChecksum)
        }
    }

    /// Apple's archive and the model file describe the same model, where both are available.
    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func applesArchiveSaysWhatTheFileSays() throws {
        let file = SharedData.folder.appending(path: "models/BookmarksModel.xcdatamodeld/BookmarksModel.xcdatamodel")
        let model = try #require(NSManagedObjectModel(contentsOf: file))
        let cached = try #require(try AppleStore(AppleStore.bookmarks1).cachedModel())
        #expect(cached.entityVersionHashesByName == model.entityVersionHashesByName)
        let (entity, other) = (cached.entities[0], model.entities[0])
        #expect(Set(entity.properties) == Set(other.properties))
        #expect(entity.uniquenessConstraints.count == other.uniquenessConstraints.count)
    }

    /// Each object in our archive has the keys of the objects of its class in Apple's archive of
    /// the same model.
    @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
    func ourArchivesHaveApplesKeys() throws {
        for path in [AppleStore.bookmarks4, AppleStore.careKit, AppleStore.pulse] {
            let store = try AppleStore(path)
            let content = try #require(
                try store.database.read { try Data.fetchOne($0, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE") })
            let theirs = try KeyedArchive(Deflate.unpack(content))
            let ours = try KeyedArchive(ModelArchiver.archive(try #require(try store.cachedModel())))
            for name in ["NSManagedObjectModel", "NSEntityDescription", "NSAttributeDescription", "NSRelationshipDescription"] {
                #expect(
                    keys(name, ours) == keys(name, theirs).union(keys(name, ours).intersection(optionalKeys)), "\(path) \(name)")
            }
            // Apple's archives repeat inherited properties in each subentity.
            let (our, their) = (flags(ours), flags(theirs))
            #expect(our == their.filter { our[$0.key] != nil }, "\(path)")
        }
    }

    /// Keys that may be missing in Apple's archives: they are written only if they have content,
    /// and not for models that are created in code.
    private let optionalKeys: Set = ["NSFetchIndexDescriptions", "NSCompoundIndexes"]

    private func keys(_ name: String, _ archive: KeyedArchive) -> Set<String> {
        archive.objects.indices.filter { archive.className($0) == name }
            .reduce(into: []) { $0.formUnion((archive.fields($1) ?? [:]).keys) }
    }

    private func flags(_ archive: KeyedArchive) -> [String: PropertyList] {
        var flags: [String: PropertyList] = [:]
        for place in archive.objects.indices {
            guard let fields = archive.fields(place), let value = fields["_P"],
                let name = archive.string(fields["NSPropertyName"]),
                let owner = archive.string(archive.fields(fields["NSEntity"]?.reference)?["NSEntityName"])
            else { continue }
            flags["\(owner).\(name)"] = value
        }
        return flags
    }

    @Test func everythingThatAModelCanSay() throws {
        let model = try ModelSource.model(
            """
            <entity name="Item" representedClassName="App.Item" isAbstract="YES" elementID="Old" versionHashModifier="2">
                <attribute name="code" optional="NO" attributeType="String" defaultValueString="é" regularExpressionString="[a-z]+" \
            preserveAfterDeletion="YES" elementID="number"/>
                <attribute name="image" attributeType="Binary" allowsExternalBinaryDataStorage="YES" optional="YES"/>
                <attribute name="size" attributeType="Integer 16" defaultValueString="-3" minValueString="-5" maxValueString="5"/>
                <attribute name="since" attributeType="Date" defaultDateTimeInterval="86400" usesScalarValueType="NO"/>
                <attribute name="price" attributeType="Decimal" defaultValueString="1.25"/>
                <attribute name="tint" attributeType="Transformable" valueTransformerName="Tint" optional="YES"/>
                <attribute name="count" attributeType="Integer 64" derived="YES" derivationExpression="parts.@count" optional="YES"/>
                <relationship name="parts" toMany="YES" ordered="YES" minCount="1" maxCount="9" deletionRule="Cascade" \
            destinationEntity="Part" inverseName="item" inverseEntity="Part" optional="YES"/>
                <fetchIndex name="byCode">
                    <fetchIndexElement property="code" type="Binary" order="descending"/>
                </fetchIndex>
                <uniquenessConstraints><uniquenessConstraint><constraint value="code"/></uniquenessConstraint></uniquenessConstraints>
                <userInfo><entry key="a" value="b"/></userInfo>
            </entity>
            <entity name="Part" parentEntity="Item">
                <relationship name="item" maxCount="1" deletionRule="Nullify" destinationEntity="Item" inverseName="parts" \
            inverseEntity="Item" optional="YES"/>
            </entity>
            <fetchRequest name="small" entity="Item" predicateString="size &lt; $limit"/>
            <configuration name="Half"><memberEntity name="Item"/></configuration>
            """)
        model.versionIdentifiers = ["one", "two"]
        let again = try ModelUnarchiver.model(ModelArchiver.archive(model))
        #expect(again == model)
        #expect(again.versionChecksum == model.versionChecksum)
        // Equality alone could overlook a part of the model.
        let code = try #require(again.entitiesByName["Item"]?.attributesByName["code"])
        #expect(code.defaultValue as? String == "é")
        #expect(code.preservesValueInHistoryOnDeletion)
        #expect(code.renamingIdentifier == "number")
        #expect(code.validationPredicates == [NSPredicate(format: "SELF MATCHES %@", "[a-z]+")])
        #expect(
            again.entitiesByName["Item"]?.attributesByName["since"]?.defaultValue as? Date
                == Date(timeIntervalSinceReferenceDate: 86_400))
        #expect(again.entitiesByName["Item"]?.attributesByName["size"]?.defaultValue as? Int == -3)
        #expect(again.entitiesByName["Part"]?.relationshipsByName["parts"]?.inverseRelationship?.name == "item")
        #expect(again.versionIdentifiers == ["one", "two"])
        #expect(again.entities(forConfigurationName: "Half")?.map(\.name) == ["Item"])
    }

    /// The opening of a store compares where external data is kept, which a predicate must not prevent.
    @Test func `a model with a predicate that cannot be decoded has its attributes`() throws {
        let model = try ModelSource.model(
            """
            <entity name="Item">
                <attribute name="size" attributeType="Integer 16" minValueString="-5" optional="YES"/>
                <attribute name="image" attributeType="Binary" allowsExternalBinaryDataStorage="YES" optional="YES"/>
            </entity>
            """)
        var list = try #require(try PropertyList(binary: ModelArchiver.archive(model)).dictionary)
        let objects = try #require(list["$objects"]?.array)
        list["$objects"] = .array(
            objects.map { object in
                guard var fields = object.dictionary, fields["NSValidationPredicates"] != nil else { return object }
                fields["NSValidationPredicates"] = .reference(1_000_000)
                return .dictionary(fields)
            })
        let read = try ModelUnarchiver.model(PropertyList.dictionary(list).binary)
        let attributes = try #require(read.entitiesByName["Item"]?.attributesByName)
        #expect(attributes["size"]?.validationPredicates == [])
        #expect(attributes["image"]?.isExternal == true)
    }

    @Test func aStoreKeepsItsModel() throws {
        let store = try TestStore(model: .library())
        let model = try DatabaseQueue(path: store.url.path).read(ModelCache.model)
        #expect(model == .library())
    }
}
