// What hand-written accessors call around `primitiveValue(forKey:)` and `setPrimitiveValue(_:forKey:)`, or around a property that is
// named `primitiveTime`.

extension NSManagedObject {
    /// Says that a value is about to be read: reads the object from its store unless that was done. Traps for a name that the entity
    /// does not have; so do the three below.
    public final func willAccessValue(forKey key: String?) {
        if let key { _ = layout.requiredSlot(of: key) }
        realise()
    }

    /// Says that a value was read.
    public final func didAccessValue(forKey key: String?) {
        if let key { _ = layout.requiredSlot(of: key) }
    }

    /// Says that a value is about to be changed: the object becomes part of the next save.
    public final func willChangeValue(forKey key: String) {
        _ = layout.requiredSlot(of: key)
        realise()
        noteChange()
    }

    /// Says that a value was changed.
    public final func didChangeValue(forKey key: String) {
        _ = layout.requiredSlot(of: key)
    }
}
