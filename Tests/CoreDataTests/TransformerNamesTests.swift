import CoreData
import Foundation
import Synchronization
import Testing

/// Stores a text backwards; nothing registers it.
final class BackwardsTransformer: ValueTransformer, @unchecked Sendable {
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? {
        (value as? String).map { Data(String($0.reversed()).utf8) }
    }
    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
    }
}

/// Asks for the known transformers when it is released.
private final class EndingTransformer: ValueTransformer, @unchecked Sendable {
    static let known = Mutex<[Bool]>([])
    static let name = NSValueTransformerName("EndingTransformerOfATest")

    deinit {
        let isKnown = ValueTransformer.valueTransformerNames().contains(Self.name)
        Self.known.withLock { $0.append(isKnown) }
    }
}

/// The transformers that names in a model stand for.
@Suite struct TransformerNamesTests {
    private static func model(_ transformer: String) throws -> NSManagedObjectModel {
        try ModelSource.model(
            """
            <entity name="Note">
                <attribute name="words" optional="YES" attributeType="Transformable" valueTransformerName="\(transformer)"/>
            </entity>
            """)
    }

    /// Returns what another context reads after a value was saved through the transformer of that
    /// name.
    private static func saved(_ value: Any, _ transformer: String) throws -> NSObject? {
        let store = try TestStore(model: model(transformer))
        let context = store.context()
        nonisolated(unsafe) let value = value
        try context.performAndWait {
            let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(value, forKey: "words")
            try context.save()
        }
        let other = store.context()
        nonisolated(unsafe) var found: Any?
        try other.performAndWait {
            found = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note")).first?.value(forKey: "words")
        }
        return found as AnyObject as? NSObject
    }

    @Test func `a transformer that is replaced may ask for others when it is released`() {
        ValueTransformer.setValueTransformer(EndingTransformer(), forName: EndingTransformer.name)
        ValueTransformer.setValueTransformer(BackwardsTransformer(), forName: EndingTransformer.name)
        ValueTransformer.setValueTransformer(EndingTransformer(), forName: EndingTransformer.name)
        ValueTransformer.setValueTransformer(nil, forName: EndingTransformer.name)
        #expect(EndingTransformer.known.withLock(\.self) == [true, false])
    }

    @Test(arguments: [
        "NSSecureUnarchiveFromDataTransformerName", "NSSecureUnarchiveFromDataTransformer", "NSSecureUnarchiveFromData",
    ])
    func `every spelling of the secure transformer finds it`(name: String) throws {
        #expect(ValueTransformer(forName: NSValueTransformerName(name)) is NSSecureUnarchiveFromDataTransformer)
        #expect(try Self.saved(["a", "b"] as NSArray, name) == ["a", "b"] as NSArray)
    }

    @Test(arguments: [
        "NSKeyedUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromData", "NSUnarchiveFromDataTransformerName",
        "NSUnarchiveFromData",
    ])
    func `every spelling of the keyed transformer finds it`(name: String) throws {
        #expect(ValueTransformer(forName: NSValueTransformerName(name)) != nil)
        #expect(try Self.saved(["a", "b"] as NSArray, name) == ["a", "b"] as NSArray)
    }

    @Test func `a transformer is found by the name of its class`() throws {
        let name = NSStringFromClass(BackwardsTransformer.self)
        #expect(ValueTransformer(forName: NSValueTransformerName(name)) is BackwardsTransformer)
        #expect(try Self.saved("abc", name) == "abc" as NSString)
    }

    @Test func `an unknown transformer is one line in the log and a keyed archive`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let read = try Self.saved(["a", "b"] as NSArray, "NobodysTransformer")
            precondition(read == ["a", "b"] as NSArray)
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("'NobodysTransformer'") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("Note.words") == true)
        #expect(lines.first?.contains("ValueTransformer.setValueTransformer") == true)
    }
}
