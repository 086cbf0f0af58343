import CoreData
import Foundation
import Testing

/// A gauge that has 7 instead of no level.
final class SevenGauge: NSManagedObject {
    nonisolated(unsafe) var keys: [String] = []

    var level: Int32 {
        get { value(at: 0, "level") }
        set { setValue(newValue, at: 0, "level") }
    }

    override func setNilValueForKey(_ key: String) {
        keys.append(key)
        if key == "level" { level = 7 } else { super.setNilValueForKey(key) }
    }
}

/// Setting nil for an attribute that a class declares as a scalar.
@Suite(.eachStore) struct NilValueTests {
    private func withGauge(_ body: @Sendable (SevenGauge) throws -> Void) throws {
        let model = try ModelSource.model(
            """
            <entity name="Gauge" representedClassName="\(NSStringFromClass(SevenGauge.self))">
                <attribute name="level" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
                <attribute name="limit" optional="YES" attributeType="Integer 32" usesScalarValueType="NO"/>
                <attribute name="width" optional="YES" attributeType="Double" usesScalarValueType="YES"/>
            </entity>
            """)
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait { try body(SevenGauge(context: context)) }
    }

    @Test func `nil for a scalar calls setNilValueForKey`() throws {
        try withGauge { gauge in
            gauge.setValue(nil, forKey: "level")
            #expect(gauge.keys == ["level"])
            #expect(gauge.level == 7)
            gauge.setValue(3, forKey: "level")
            #expect(gauge.keys == ["level"])
            #expect(gauge.level == 3)
            gauge.setValuesForKeys(["level": NSNull()])
            #expect(gauge.level == 7)
        }
    }

    @Test func `nil for an attribute that is no scalar sets nil`() throws {
        try withGauge { gauge in
            gauge.setValue(5, forKey: "limit")
            gauge.setValue(nil, forKey: "limit")
            #expect(gauge.keys.isEmpty)
            #expect(gauge.value(forKey: "limit") == nil)
        }
    }

    @Test func `the method of the superclass sets nil`() throws {
        try withGauge { gauge in
            gauge.setValue(1.5, forKey: "width")
            try gauge.managedObjectContext?.save()
            gauge.setValue(nil, forKey: "width")
            #expect(gauge.keys == ["width"])
            #expect(gauge.value(forKey: "width") == nil)
            #expect(gauge.changedValues()["width"] is NSNull)
        }
    }
}
