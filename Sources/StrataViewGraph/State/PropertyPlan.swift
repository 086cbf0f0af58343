package import OpenCombine
@_spi(Reflection) import Swift
import Synchronization

/// An object that a view observes if it stores it in a plain property, without `@ObservedObject`.
///
/// For managed objects: the rows of a fetch request are often `let quake: Quake`. Such a row has the
/// same value before and after an edit of its object, so its parent's evaluation ends there (see
/// `ViewValue`). SwiftUI leaves the row as it was; Strata shows the edit.
package protocol ObservedWhenStored: ObservableObject {}

/// The offsets of a type's dynamic properties and of the objects that it observes, found by
/// reflection at the first use.
// Safe to share: immutable: offsets and metatypes never change.
package struct PropertyPlan: @unchecked Sendable {
    private struct Field {
        let offset: Int
        let kind: Kind
    }

    private enum Kind {
        case property(any DynamicProperty.Type)
        case object(any ObservedWhenStored.Type)
        case optionalObject(any ObservedWhenStored.Type)
    }

    private let fields: [Field]

    package var isEmpty: Bool { fields.isEmpty }

    /// Returns the plan of a type.
    package static func of(_ type: Any.Type) -> PropertyPlan {
        let key = ObjectIdentifier(type)
        if let known = plans.withLock({ $0[key] }) { return known }
        var fields: [Field] = []
        _ = _forEachField(of: type) { _, offset, fieldType, _ in
            if let kind = kind(of: fieldType) { fields.append(Field(offset: offset, kind: kind)) }
            return true
        }
        let plan = PropertyPlan(fields: fields)
        plans.withLock { $0[key] = plan }
        return plan
    }

    private static func kind(of type: Any.Type) -> Kind? {
        if let property = type as? any DynamicProperty.Type { return property is any PassiveProperty.Type ? nil : .property(property) }
        if let object = type as? any ObservedWhenStored.Type { return .object(object) }
        if let optional = type as? any OptionalType.Type, let object = optional.wrapped as? any ObservedWhenStored.Type {
            return .optionalObject(object)
        }
        return nil
    }

    private static let plans = Mutex<[ObjectIdentifier: PropertyPlan]>([:])

    /// Installs and updates each dynamic property of a value, and observes its objects, in the order
    /// of declaration.
    package func install<Owner>(in owner: inout Owner, _ slots: PropertySlots) {
        guard !fields.isEmpty else { return }
        withUnsafeMutableBytes(of: &owner) { bytes in
            guard let base = bytes.baseAddress else { return }
            for field in fields {
                let address = base + field.offset
                switch field.kind {
                case .property(let type): Self.install(type, at: address, slots)
                case .object(let type): Self.observe(type, at: address, slots)
                case .optionalObject(let type): Self.observeIfSet(type, at: address, slots)
                }
            }
        }
    }

    private static func install<Property: DynamicProperty>(
        _ type: Property.Type, at address: UnsafeMutableRawPointer, _ slots: PropertySlots
    ) {
        let property = address.assumingMemoryBound(to: Property.self)
        property.pointee._install(slots)
        property.pointee.update()
    }

    private static func observe<Object: ObservedWhenStored>(
        _ type: Object.Type, at address: UnsafeMutableRawPointer, _ slots: PropertySlots
    ) {
        slots.next { Announcements() }.observe(address.assumingMemoryBound(to: Object.self).pointee)
    }

    private static func observeIfSet<Object: ObservedWhenStored>(
        _ type: Object.Type, at address: UnsafeMutableRawPointer, _ slots: PropertySlots
    ) {
        let announcements = slots.next { Announcements() }
        if let object = address.assumingMemoryBound(to: Object?.self).pointee { announcements.observe(object) }
    }
}

private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}
