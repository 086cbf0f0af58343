internal import Foundation
internal import Predicates

extension NSManagedObject {
    /// The value without any change notice; the same as `value(forKey:)` for plain attributes.
    public final func primitiveValue(forKey key: String) -> Any? {
        value(forKey: key)
    }

    /// Sets the value without telling the context: the change alone does not make the object part of a save.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        let slot = layout.requiredSlot(of: key)
        realise()
        row?.values[slot] = layout.requiredValue(value, at: slot)
    }
}

extension EntityLayout {
    /// A value as the slot holds it; one of another type is the programmer's mistake.
    func requiredValue(_ any: Any?, at slot: Int) -> Value {
        guard let value = Value(any, as: types[slot]) else {
            preconditionFailure(
                """
                Unacceptable type of value for \(name).\(attributes[slot].name): the attribute is of type \
                \(types[slot]), the value \(any ?? "nil") is of type \(any.map { "\(type(of: $0))" } ?? "nil").
                """
            )
        }
        return value
    }
}
