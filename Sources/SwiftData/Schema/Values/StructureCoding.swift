/// The conversion of a stored property of a structure, in the structure's memory.
struct FieldCoding {
    let element: ValueKind.Element
    private let encodeField: (UnsafeRawPointer) throws -> Any?
    private let initializeField: (Any?, UnsafeMutableRawPointer) -> Bool
    private let initializeEmptyField: (UnsafeMutableRawPointer) -> Bool
    private let deinitializeField: (UnsafeMutableRawPointer) -> Void

    init<Value>(_ field: TypeReflection.Field, _ coding: ValueCoding<Value>) {
        element = ValueKind.Element(
            name: field.name, type: field.type, storage: coding.storage, isOptional: coding.isOptional)
        let offset = field.offset
        encodeField = { structure in
            try coding.encode((structure + offset).assumingMemoryBound(to: Value.self).pointee)
        }
        initializeField = { stored, structure in
            guard let value = coding.decode(stored) else { return false }
            (structure + offset).initializeMemory(as: Value.self, to: value)
            return true
        }
        initializeEmptyField = { structure in
            guard let value = emptyValue(of: Value.self) else { return false }
            (structure + offset).initializeMemory(as: Value.self, to: value)
            return true
        }
        deinitializeField = { structure in
            (structure + offset).assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
    }

    /// Returns the stored object of the property of a structure; `nil` for null.
    func encode(_ structure: UnsafeRawPointer) throws -> Any? { try encodeField(structure) }

    /// Initializes the property's memory with the value of a stored object. Returns false, and
    /// leaves the memory uninitialized, if the object does not fit.
    func initialize(_ structure: UnsafeMutableRawPointer, with stored: Any?) -> Bool {
        initializeField(stored, structure)
    }

    /// Initializes the property's memory with the empty value of its type. Returns false, and leaves
    /// the memory uninitialized, if the type has none.
    func initializeEmpty(_ structure: UnsafeMutableRawPointer) -> Bool { initializeEmptyField(structure) }

    /// Releases the property's value.
    func deinitialize(_ structure: UnsafeMutableRawPointer) { deinitializeField(structure) }
}

/// The conversion of structures to dictionaries with a value for each stored property.
///
/// A structure's memory consists of its stored properties at known distances. So its values are
/// read there, and a structure is created by initializing each of them in memory of its size. The
/// list of properties must be complete: one that was missing would be garbage.
enum StructureCoding {
    /// Returns the stored objects by the names of the properties, without those that are null.
    static func encode<Structure>(_ value: Structure, _ fields: [FieldCoding]) throws -> [String: Any] {
        var stored: [String: Any] = [:]
        try withUnsafePointer(to: value) { pointer in
            for field in fields {
                if let object = try field.encode(UnsafeRawPointer(pointer)) { stored[field.element.name] = object }
            }
        }
        return stored
    }

    /// Returns the structure with the values of a dictionary; `nil` if one of them does not fit.
    ///
    /// - Parameter fillsMissing: Whether a required value that is missing is the empty value of its
    ///   type, if there are others.
    static func decode<Structure>(
        _ stored: [String: Any], _ fields: [FieldCoding], as type: Structure.Type, fillsMissing: Bool = false
    ) -> Structure? {
        let fills = fillsMissing && !stored.isEmpty
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(MemoryLayout<Structure>.size, 1), alignment: MemoryLayout<Structure>.alignment)
        defer { memory.deallocate() }
        for (index, field) in fields.enumerated() {
            let object = stored[field.element.name]
            guard field.initialize(memory, with: object) || fills && object == nil && field.initializeEmpty(memory) else {
                for initialized in fields[..<index] { initialized.deinitialize(memory) }
                return nil
            }
        }
        return memory.assumingMemoryBound(to: Structure.self).move()
    }
}
