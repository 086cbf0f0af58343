package import OpenCombine
@_spi(Reflection) import Swift
import Synchronization

/// An object that a view observes if it stores it in a plain property, without `@ObservedObject`.
///
/// Managed objects conform: a row of a fetch request often stores its object as `let quake: Quake`.
/// Such a row has the same value before and after an edit of the object, so an evaluation of its
/// parent does not reach it (see `ViewValue`). SwiftUI keeps showing the old values; Strata shows
/// the edit.
package protocol ObservedWhenStored: ObservableObject {}

/// The offsets of a type's dynamic properties and of the objects that it observes. Reflection finds
/// them at the first use of the type.
// Safe to share: a plan is immutable.
package final class PropertyPlan: @unchecked Sendable {
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
    /// The bytes that a comparison of two values reads: all except those of properties whose values
    /// the node keeps. Nil for all bytes.
    private let comparedBytes: [Range<Int>]?

    /// Whether values of the type store objects that are observed without a property wrapper.
    let observesObjects: Bool

    private init(_ type: Any.Type, fields: [Field], comparedBytes: [Range<Int>]?) {
        self.fields = fields
        isAnimatable = type is any Animatable.Type && !(type is any Shape.Type)
        self.comparedBytes = comparedBytes
        observesObjects = fields.contains { if case .property = $0.kind { false } else { true } }
    }

    /// Whether values of the type have data that the server interpolates. The node of a shape's view
    /// interpolates that of the shape.
    let isAnimatable: Bool

    /// Whether the type has nothing to install or observe.
    package var isEmpty: Bool { fields.isEmpty }

    /// Returns the plan of a type.
    package static func of(_ type: Any.Type) -> PropertyPlan {
        let key = ObjectIdentifier(type)
        if let known = plans.withLock({ $0[key] }) { return known }
        var fields: [Field] = []
        var owned: [Int] = []
        var offsets: [Int] = []
        _ = _forEachField(of: type) { _, offset, fieldType, _ in
            offsets.append(offset)
            if fieldType is any NodeOwnedProperty.Type { owned.append(offset) }
            if let kind = kind(of: fieldType) { fields.append(Field(offset: offset, kind: kind)) }
            return true
        }
        let compared = owned.isEmpty ? nil : bytes(of: type, outsideOf: owned, fields: offsets)
        let plan = PropertyPlan(type, fields: fields, comparedBytes: compared)
        plans.withLock { $0[key] = plan }
        return plan
    }

    /// Returns the bytes of a type's values, without those of some fields and of the padding after
    /// each.
    private static func bytes(of type: Any.Type, outsideOf owned: [Int], fields: [Int]) -> [Range<Int>] {
        func size<T>(_ type: T.Type) -> Int { MemoryLayout<T>.size }
        var rest: [Range<Int>] = []
        var start = 0
        for offset in owned {
            if start < offset { rest.append(start..<offset) }
            start = fields.first { $0 > offset } ?? _openExistential(type, do: size)
        }
        let end = _openExistential(type, do: size)
        if start < end { rest.append(start..<end) }
        return rest
    }

    /// Returns whether two values have the same bytes, apart from the properties whose values the
    /// node keeps. See `ViewValue`.
    package func haveSameBytes<Value>(_ a: Value, _ b: Value) -> Bool {
        guard let comparedBytes else { return StrataViewGraph.haveSameBytes(a, b) }
        return withUnsafeBytes(of: a) { a in
            withUnsafeBytes(of: b) { b in comparedBytes.allSatisfy { a[$0].elementsEqual(b[$0]) } }
        }
    }

    /// Returns the way in which a field of a type is installed or observed; nil for a plain field.
    private static func kind(of type: Any.Type) -> Kind? {
        if let property = type as? any DynamicProperty.Type {
            return property is any PassiveProperty.Type ? nil : .property(property)
        }
        if let object = type as? any ObservedWhenStored.Type { return .object(object) }
        if let optional = type as? any OptionalType.Type, let object = optional.wrapped as? any ObservedWhenStored.Type {
            return .optionalObject(object)
        }
        return nil
    }

    private static let plans = Mutex<[ObjectIdentifier: PropertyPlan]>([:])

    /// Installs and updates each dynamic property of a value, and observes its objects, in the
    /// order of declaration.
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
        slots.next { StoredObjectObservation() }.observe(address.assumingMemoryBound(to: Object.self).pointee, slots.observer)
    }

    private static func observeIfSet<Object: ObservedWhenStored>(
        _ type: Object.Type, at address: UnsafeMutableRawPointer, _ slots: PropertySlots
    ) {
        let observation = slots.next { StoredObjectObservation() }
        if let object = address.assumingMemoryBound(to: Object?.self).pointee {
            observation.observe(object, slots.observer)
        } else {
            observation.end()
        }
    }
}

/// A type that finds the wrapped type of an optional whose type is known only at run time.
private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}
