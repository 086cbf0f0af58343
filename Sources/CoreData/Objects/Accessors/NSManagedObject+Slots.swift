internal import Foundation
internal import StrataPredicates
internal import Synchronization

// Access by slot for a layer in this package that has found the slot of a property itself, such as
// the models of SwiftData. Unlike the accessors of generated code, these do not compare the name.
extension NSManagedObject {
    /// The address of the object that a layer keeps for the entity; nil without such a layer. The object
    /// is never released.
    ///
    /// Faster than `entity.modelLayout`, which retains the entity: there are weak references to that,
    /// and so a side table.
    package final var layerAddress: UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: layout.layer.load(ordering: .acquiring))
    }

    /// Returns the value of an attribute as an object: a number, text, date, or dictionary.
    package final func objectValue(at slot: Int) -> Any? { value(at: slot) }

    /// Sets an attribute to an object, which must have the attribute's type.
    package final func setObjectValue(_ value: Any?, at slot: Int) { setValue(value, at: slot) }

    /// Returns the object that a to-one relationship refers to.
    package final func relatedObject(at slot: Int) -> NSManagedObject? { related(at: slot) }

    /// Sets a to-one relationship, and its inverse.
    package final func setRelatedObject(_ object: NSManagedObject?, at slot: Int) { setRelated(object, at: slot) }

    /// Returns the members of a to-many relationship, in the order of their insertion.
    package final func sortedRelatedObjects(at slot: Int) -> [NSManagedObject] {
        memberObjects(at: slot).sorted { $0.rowID.sortPosition < $1.rowID.sortPosition }
    }

    /// Sets the members of a to-many relationship, and the inverses.
    package final func setRelatedObjects(_ objects: [NSManagedObject], at slot: Int) { setMembers(objects, at: slot) }

    /// Whether the object was made to record which properties a key path reads.
    package final var isProbe: Bool { recorder != nil }

    /// Returns the object that a key path continues with after a relationship that cannot be nil, but
    /// was answered with nil; otherwise nil.
    package final func requiredProbe(at slot: Int) -> NSManagedObject? { recorder?.insistOnObject(of: self, slot) }

    /// Records that a key path reads an attribute with few possible values, and returns the position
    /// of the one to answer with; nil for nil. See `SlotRecorder`.
    ///
    /// - Parameters:
    ///   - isOptional: Whether the value can be nil.
    ///   - isAnswer: Returns whether a key path's result is the value at a position.
    package final func recordChoice(
        at slot: Int, among count: Int, isOptional: Bool, isAnswer: @escaping (Int?, Any?) -> Bool
    ) -> Int? {
        recorder?.recordChoice(of: self, slot, among: count, isOptional: isOptional, isAnswer: isAnswer)
    }

    /// Records that a key path reads an attribute whose value has parts, and returns the position of the
    /// value to answer with; nil for nil. See `SlotRecorder`.
    ///
    /// - Parameters:
    ///   - isOptional: Whether the value can be nil.
    ///   - parts: Returns the names of the parts that a key path's result may be for the value at a
    ///     position; an empty name for the whole value.
    package final func recordParts(
        at slot: Int, among count: Int, isOptional: Bool, parts: @escaping (Int?, Any?) -> Set<String>
    ) -> Int? {
        recorder?.recordParts(of: self, slot, among: count, isOptional: isOptional, parts: parts)
    }

    @inline(__always)
    private func stored<T: SlotValue>(_ slot: Int) -> T? {
        if state.intersection([.loaded, .guarded]) == .loaded, let value = slots?.packed(slot, as: T.self) { return value }
        return T(stored: read(slot))
    }

    @inline(__always)
    private func store<T: SlotValue>(_ value: T?, _ slot: Int) {
        write(value.map { layout.stored($0, at: slot) } ?? .null, at: slot)
    }
}

// One pair of methods for each type, which are specialized for it.
extension NSManagedObject {
    /// Returns the value of a `Bool` attribute; nil for null.
    package final func stored(at slot: Int) -> Bool? { stored(slot) }
    /// Sets a `Bool` attribute.
    package final func store(_ value: Bool?, at slot: Int) { store(value, slot) }
    /// Returns the value of an `Int` attribute; nil for null.
    package final func stored(at slot: Int) -> Int? { stored(slot) }
    /// Sets an `Int` attribute.
    package final func store(_ value: Int?, at slot: Int) { store(value, slot) }
    /// Returns the value of an `Int16` attribute; nil for null.
    package final func stored(at slot: Int) -> Int16? { stored(slot) }
    /// Sets an `Int16` attribute.
    package final func store(_ value: Int16?, at slot: Int) { store(value, slot) }
    /// Returns the value of an `Int32` attribute; nil for null.
    package final func stored(at slot: Int) -> Int32? { stored(slot) }
    /// Sets an `Int32` attribute.
    package final func store(_ value: Int32?, at slot: Int) { store(value, slot) }
    /// Returns the value of an `Int64` attribute; nil for null.
    package final func stored(at slot: Int) -> Int64? { stored(slot) }
    /// Sets an `Int64` attribute.
    package final func store(_ value: Int64?, at slot: Int) { store(value, slot) }
    /// Returns the value of a `Double` attribute; nil for null.
    package final func stored(at slot: Int) -> Double? { stored(slot) }
    /// Sets a `Double` attribute.
    package final func store(_ value: Double?, at slot: Int) { store(value, slot) }
    /// Returns the value of a `Float` attribute; nil for null.
    package final func stored(at slot: Int) -> Float? { stored(slot) }
    /// Sets a `Float` attribute.
    package final func store(_ value: Float?, at slot: Int) { store(value, slot) }
    /// Returns the value of a `String` attribute; nil for null.
    package final func stored(at slot: Int) -> String? { stored(slot) }
    /// Sets a `String` attribute.
    package final func store(_ value: String?, at slot: Int) { store(value, slot) }
    /// Returns the value of a `Data` attribute; nil for null.
    package final func stored(at slot: Int) -> Data? { stored(slot) }
    /// Sets a `Data` attribute.
    package final func store(_ value: Data?, at slot: Int) { store(value, slot) }
    /// Returns the value of a `Date` attribute; nil for null.
    package final func stored(at slot: Int) -> Date? { stored(slot) }
    /// Sets a `Date` attribute.
    package final func store(_ value: Date?, at slot: Int) { store(value, slot) }
    /// Returns the value of a `UUID` attribute; nil for null.
    package final func stored(at slot: Int) -> UUID? { stored(slot) }
    /// Sets a `UUID` attribute.
    package final func store(_ value: UUID?, at slot: Int) { store(value, slot) }
    /// Returns the value of a `URL` attribute; nil for null.
    package final func stored(at slot: Int) -> URL? { stored(slot) }
    /// Sets a `URL` attribute.
    package final func store(_ value: URL?, at slot: Int) { store(value, slot) }
    /// Returns the value of a `Decimal` attribute; nil for null.
    package final func stored(at slot: Int) -> Decimal? { stored(slot) }
    /// Sets a `Decimal` attribute.
    package final func store(_ value: Decimal?, at slot: Int) { store(value, slot) }
}
