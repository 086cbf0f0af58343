import Foundation
import Testing

@testable import StrataModelCompiler

// The code that Xcode 26 generates for the same entities, according to generated files in public
// repositories, with accessors in place of `@NSManaged` and without `@objc`.

@Suite struct GenerationSourceTests {
    @Test func aClassDefinitionIsTheClassItsPropertiesAndIdentifiable() throws {
        let source = try Generation.classes(
            """
            <entity name="Quake" representedClassName="Quake" syncable="YES" codeGenerationType="class">
                <attribute name="time" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
                <attribute name="magnitude" attributeType="Float" defaultValueString="0.0" usesScalarValueType="YES"/>
                <attribute name="repeat" optional="YES" attributeType="Boolean" usesScalarValueType="YES"/>
            </entity>
            """)
        #expect(
            source == """
                public import CoreData

                nonisolated public class Quake: NSManagedObject {}

                public typealias QuakeCoreDataPropertiesSet = NSSet

                nonisolated extension Quake {
                    public class func fetchRequest() -> NSFetchRequest<Quake> {
                        NSFetchRequest<Quake>(entityName: "Quake")
                    }

                    public var magnitude: Float {
                        get { value(at: 0, "magnitude") }
                        set { setValue(newValue, at: 0, "magnitude") }
                    }

                    public var `repeat`: Bool {
                        get { value(at: 1, "repeat") }
                        set { setValue(newValue, at: 1, "repeat") }
                    }

                    public var time: Date? {
                        get { value(at: 2, "time") }
                        set { setValue(newValue, at: 2, "time") }
                    }
                }

                nonisolated extension Quake: Identifiable {}
                """)
    }

    @Test func aCategoryHasNoClass() throws {
        let source = try Generation.classes(
            """
            <entity name="Quake" representedClassName=".Tremor" codeGenerationType="category"/>
            """)
        #expect(
            source == """
                public import CoreData

                public typealias TremorCoreDataPropertiesSet = NSSet

                nonisolated extension Tremor {
                    public class func fetchRequest() -> NSFetchRequest<Tremor> {
                        NSFetchRequest<Tremor>(entityName: "Quake")
                    }
                }

                nonisolated extension Tremor: Identifiable {}
                """)
    }

    @Test func relationshipsComeAfterAttributesAndBringTheirMethods() throws {
        let source = try Generation.classes(
            """
            <entity name="Item" representedClassName="Item" codeGenerationType="category">
                <relationship name="box" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Box"/>
                <attribute name="name" attributeType="String"/>
                <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag"/>
                <relationship name="lone" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Plain"/>
            </entity>
            <entity name="Box" representedClassName="Box"/>
            <entity name="Tag" representedClassName=".TagMO"/>
            <entity name="Plain"/>
            """)
        #expect(
            source == """
                public import CoreData

                public typealias ItemCoreDataPropertiesSet = NSSet

                nonisolated extension Item {
                    public class func fetchRequest() -> NSFetchRequest<Item> {
                        NSFetchRequest<Item>(entityName: "Item")
                    }

                    public var name: String? {
                        get { value(at: 2, "name") }
                        set { setValue(newValue, at: 2, "name") }
                    }

                    public var box: Box? {
                        get { value(at: 0, "box") }
                        set { setValue(newValue, at: 0, "box") }
                    }

                    public var lone: NSManagedObject? {
                        get { value(at: 1, "lone") }
                        set { setValue(newValue, at: 1, "lone") }
                    }

                    public var tags: NSSet? {
                        get { value(at: 3, "tags") }
                        set { setValue(newValue, at: 3, "tags") }
                    }
                }

                // MARK: Generated accessors for tags
                nonisolated extension Item {
                    public func addToTags(_ value: TagMO) {
                        addObject(value, at: 3, "tags")
                    }

                    public func removeFromTags(_ value: TagMO) {
                        removeObject(value, at: 3, "tags")
                    }

                    public func addToTags(_ values: NSSet) {
                        addObjects(values, at: 3, "tags")
                    }

                    public func removeFromTags(_ values: NSSet) {
                        removeObjects(values, at: 3, "tags")
                    }
                }

                nonisolated extension Item: Identifiable {}
                """)
    }

    @Test func anOrderedRelationshipBringsTenMethods() throws {
        let source = try Generation.classes(
            """
            <entity name="Line" representedClassName="Line" codeGenerationType="category">
                <relationship name="points" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Point"/>
            </entity>
            <entity name="Point" representedClassName="Point"/>
            """)
        let methods = source.components(separatedBy: "\n").filter { $0.contains("func ") }.dropFirst()
        #expect(
            methods.map { $0.trimmingCharacters(in: .whitespaces) } == [
                "public func insertIntoPoints(_ value: Point, at idx: Int) {",
                "public func removeFromPoints(at idx: Int) {",
                "public func insertIntoPoints(_ values: [Point], at indexes: NSIndexSet) {",
                "public func removeFromPoints(at indexes: NSIndexSet) {",
                "public func replacePoints(at idx: Int, with value: Point) {",
                "public func replacePoints(at indexes: NSIndexSet, with values: [Point]) {",
                "public func addToPoints(_ value: Point) {",
                "public func removeFromPoints(_ value: Point) {",
                "public func addToPoints(_ values: NSOrderedSet) {",
                "public func removeFromPoints(_ values: NSOrderedSet) {",
            ])
        #expect(source.contains("public var points: NSOrderedSet? {"))
        #expect(source.contains("replaceObjects(atIndexes: indexes, with: values, at: 0, \"points\")"))
    }

    @Test func aFetchedPropertyCanOnlyBeRead() throws {
        let source = try Generation.classes(
            """
            <entity name="Person" representedClassName="Person" codeGenerationType="category">
                <fetchedProperty name="namesakes" optional="YES">
                    <fetchRequest name="fetchedPropertyFetchRequest" entity="Person" predicateString="name == $FETCH_SOURCE.name"/>
                </fetchedProperty>
            </entity>
            """)
        #expect(
            source.contains(
                """
                    public var namesakes: [Person]? {
                        value(at: 0, "namesakes")
                    }
                """))
    }
}
