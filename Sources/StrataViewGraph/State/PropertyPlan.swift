@_spi(Reflection) import Swift
import Synchronization

/// The offsets of a type's dynamic properties, found by reflection at the first use.
// Safe to share: immutable: offsets and metatypes never change.
package struct PropertyPlan: @unchecked Sendable {
    private struct Field {
        let offset: Int
        let type: any (DynamicProperty).Type
    }

    private let fields: [Field]

    package var isEmpty: Bool { fields.isEmpty }

    /// Returns the plan of a type.
    package static func of(_ type: Any.Type) -> PropertyPlan {
        let key = ObjectIdentifier(type)
        if let known = plans.withLock({ $0[key] }) { return known }
        var fields: [Field] = []
        _ = _forEachField(of: type) { _, offset, fieldType, _ in
            if let dynamic = fieldType as? any DynamicProperty.Type { fields.append(Field(offset: offset, type: dynamic)) }
            return true
        }
        let plan = PropertyPlan(fields: fields)
        plans.withLock { $0[key] = plan }
        return plan
    }

    private static let plans = Mutex<[ObjectIdentifier: PropertyPlan]>([:])

    /// Installs and updates each dynamic property of a value, in the order of declaration.
    package func install<Owner>(in owner: inout Owner, _ slots: PropertySlots) {
        guard !fields.isEmpty else { return }
        withUnsafeMutableBytes(of: &owner) { bytes in
            guard let base = bytes.baseAddress else { return }
            for field in fields { Self.install(field.type, at: base + field.offset, slots) }
        }
    }

    private static func install<Property: DynamicProperty>(
        _ type: Property.Type, at address: UnsafeMutableRawPointer, _ slots: PropertySlots
    ) {
        let property = address.assumingMemoryBound(to: Property.self)
        property.pointee._install(slots)
        property.pointee.update()
    }
}
