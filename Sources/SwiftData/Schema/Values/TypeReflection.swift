@_spi(Reflection) internal import Swift
internal import Synchronization

/// The stored properties of structures and the cases of enumerations, read from the metadata that
/// the compiler emits for each type.
///
/// A program that is compiled without reflection metadata has neither names. Its types are stored
/// as their encoding.
enum TypeReflection {
    /// A stored property of a structure.
    // Safe to share: constant, and a type is the same on every thread.
    struct Field: @unchecked Sendable {
        let name: String
        /// The distance from the beginning of the structure, in bytes.
        let offset: Int
        let type: any Any.Type
    }

    private struct Known {
        var fields: [ObjectIdentifier: [Field]?] = [:]
        var caseNames: [ObjectIdentifier: [String]?] = [:]
    }

    private static let known = Mutex(Known())

    // MARK: Kinds

    /// The first word of a type's metadata, which is the type's kind.
    private enum Kind {
        static let structure = 0x200
        static let enumeration = 0x201
    }

    private static func kind(of type: any Any.Type) -> Int {
        unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self)
    }

    static func isStructure(_ type: any Any.Type) -> Bool { kind(of: type) == Kind.structure }

    /// Returns whether a type is an enumeration other than an optional.
    static func isEnumeration(_ type: any Any.Type) -> Bool { kind(of: type) == Kind.enumeration }

    // MARK: Structures

    /// Returns the stored properties of a structure, in the order of their declaration; `nil` for
    /// another type, and for one without reflection metadata.
    static func fields(of type: any Any.Type) -> [Field]? {
        guard isStructure(type) else { return nil }
        let key = ObjectIdentifier(type)
        if let fields = known.withLock({ $0.fields[key] }) { return fields }
        let fields = readFields(of: type)
        known.withLock { $0.fields[key] = .some(fields) }
        return fields
    }

    private static func readFields(of type: any Any.Type) -> [Field]? {
        var fields: [Field] = []
        let isComplete = _forEachField(of: type) { name, offset, fieldType, _ in
            fields.append(Field(name: String(cString: name), offset: offset, type: fieldType))
            return true
        }
        guard isComplete, !fields.contains(where: \.name.isEmpty) else { return nil }
        return fields
    }

    // MARK: Enumerations

    /// Returns the names of the cases of an enumeration without payloads, in the order of their
    /// declaration; `nil` for another type, and for one without reflection metadata.
    static func caseNames(of type: any Any.Type) -> [String]? {
        guard isEnumeration(type) else { return nil }
        let key = ObjectIdentifier(type)
        if let names = known.withLock({ $0.caseNames[key] }) { return names }
        let names = readCaseNames(of: type)
        known.withLock { $0.caseNames[key] = .some(names) }
        return names
    }

    /// Reads the names of an enumeration's cases.
    ///
    /// The second word of the type's metadata is the address of its descriptor, which is a list of
    /// 32-bit numbers: flags, parent, name, accessor, fields, the number of cases with a payload
    /// (in the lower 24 bits) and the number of those without. The fields' descriptor has the size
    /// of a record at byte 10, the number of records at 12, and the records from 16. Each record
    /// consists of flags, a type and a name. A reference is its distance from its own address.
    private static func readCaseNames(of type: any Any.Type) -> [String]? {
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
        let payloadCount = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
        let count = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
        guard payloadCount == 0, count > 0, let fields = reference(at: descriptor + 16) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        guard Int(fields.load(fromByteOffset: 12, as: UInt32.self)) == count, recordSize >= 12 else { return nil }
        var names: [String] = []
        for index in 0..<count {
            guard let name = reference(at: fields + 16 + index * recordSize + 8) else { return nil }
            names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
        }
        return names
    }

    /// Returns the number of the cases of an enumeration, with and without payloads; `nil` for another
    /// type.
    static func caseCount(of type: any Any.Type) -> Int? {
        guard isEnumeration(type) else { return nil }
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
        let payloadCount = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
        return Int(payloadCount) + Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    }

    private static func reference(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
        let distance = Int(address.load(as: Int32.self))
        return distance == 0 ? nil : address + distance
    }

    // An enumeration without payloads is stored as the number of its case, in the smallest integer
    // that holds it. One with a single case has no bytes.

    /// Returns the number of the case of an enumeration without payloads.
    static func caseIndex<Value>(of value: Value) -> Int {
        withUnsafeBytes(of: value) { bytes in
            bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// Returns the case of an enumeration without payloads. The number must be that of a case.
    static func value<Value>(ofCase index: Int, as type: Value.Type) -> Value {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            for byte in 0..<MemoryLayout<Value>.size { bytes[byte] = UInt8(truncatingIfNeeded: index >> (8 * byte)) }
            // Trivial: such an enumeration has nothing to release.
            return buffer[0]
        }
    }
}
