package import Foundation

/// An encoder of objects as a keyed archive, in place of Foundation's archiver.
///
/// The archive has the fields of Apple's. Foundation's own archiver on Linux traps for an NSError
/// and for a class that is private, and overflows the stack for an NSDecimalNumber, whose hash calls
/// itself, and for an object that contains itself. This class throws an error for what it cannot
/// archive, and for what `KeyedArchiveDecoder` would not read again:
///
/// - an object of a class that does not implement NSCoding, of one of Foundation's that nothing here
///   encodes, or of one that derives from such a class,
/// - an object of a class that its name does not find, as a private one,
/// - an object that contains itself, or one that exceeds a limit of `KeyedArchiveDecoder`. A
///   collection of Foundation's that contains itself is no error: reading its member converts it
///   without end.
package final class KeyedArchiveEncoder: NSCoder {
    private var archive: KeyedArchive
    private let classes: ArchivedClasses
    private let isSecure: Bool
    /// The fields of the objects that are being encoded, the innermost last.
    private var frames: [Frame] = []
    private var places: [ObjectIdentifier: Int] = [:]
    /// The numbers of objects in those of `places` that contain others, as the decoder counts them.
    private var sizes: [Int: Int] = [:]
    /// Keeps the objects whose identifiers `places` has.
    private var objects: [AnyObject] = []
    private var unfinished: Set<ObjectIdentifier> = []
    private var failure: (any Error)?

    private struct Frame {
        var fields: [String: PropertyList] = [:]
        /// The number of values that were encoded without a key.
        var unkeyed = 0
    }

    private init(_ archive: KeyedArchive, _ classes: ArchivedClasses, isSecure: Bool) {
        self.archive = archive
        self.classes = classes
        self.isSecure = isSecure
    }

    /// Returns the archive of an object.
    ///
    /// - Parameters:
    ///   - classes: The classes whose names in the archive differ from their own.
    ///   - isSecure: Whether objects need to implement NSSecureCoding.
    /// - Throws: `ArchiveError`, or the error that an object has set on its coder.
    package static func data(
        of object: Any, classes: ArchivedClasses = ArchivedClasses(), isSecure: Bool = false
    ) throws -> Data {
        var archive = KeyedArchive()
        archive.root = try add(object, to: &archive, classes: classes, isSecure: isSecure)
        return archive.data
    }

    /// Adds an object to an archive, and returns its index.
    package static func add(
        _ object: Any, to archive: inout KeyedArchive, classes: ArchivedClasses = ArchivedClasses(), isSecure: Bool = false
    ) throws -> Int {
        let encoder = KeyedArchiveEncoder(archive, classes, isSecure: isSecure)
        let place = encoder.place(object)
        if let failure = encoder.failure { throw failure }
        let limit = KeyedArchiveDecoder.sizeLimit(of: encoder.archive)
        guard encoder.sizes[place] ?? 1 <= limit else {
            throw ArchiveError("contains a collection of more than \(limit) objects")
        }
        archive = encoder.archive
        return place
    }

    /// Makes the archive an error.
    private func fail(_ reason: String) -> Int {
        failWithError(ArchiveError(reason))
        return KeyedArchive.null
    }

    // MARK: Objects

    private func place(_ value: Any?) -> Int {
        guard failure == nil, let value else { return KeyedArchive.null }
        // An optional in an Any is a value of its own.
        if case let optional as any OptionalValue = value, optional.wrappedValue == nil { return KeyedArchive.null }
        let object = value as AnyObject
        if type(of: object) == NSString.self, let string = object as? NSString { return archive.add(String(string)) }
        let identifier = ObjectIdentifier(object)
        guard !unfinished.contains(identifier) else { return fail("contains an object that contains itself") }
        if let known = places[identifier] { return known }
        guard unfinished.count < KeyedArchiveDecoder.deepest else {
            return fail("contains an object of more than \(KeyedArchiveDecoder.deepest) levels")
        }
        unfinished.insert(identifier)
        let place = newPlace(object, value)
        unfinished.remove(identifier)
        let size = archive.size(of: place) { sizes[$0] }
        if size > 1 { sizes[place] = size }
        places[identifier] = place
        objects.append(object)
        return place
    }

    private func newPlace(_ object: AnyObject, _ value: Any) -> Int {
        let type: AnyClass = type(of: object)
        guard let names = foundationNames(of: object) else {
            guard let coding = object as? any NSCoding, !ArchivedClasses.isFoundations(type), ArchivedClasses.codesItself(type)
            else {
                return fail("contains a value of the type \(Swift.type(of: value))")
            }
            return place(of: coding, type)
        }
        guard ArchivedClasses.isFoundations(type) else { return fail("contains a \(type), which derives from \(names[0])") }
        if let value = plain(object) { return archive.add(value) }
        let place = archive.reserve()
        frames.append(Frame())
        encodeFields(of: object)
        archive.set(place, frames.removeLast().fields, classNames: names)
        return place
    }

    /// Adds an object that encodes itself.
    private func place(of object: any NSCoding, _ type: AnyClass) -> Int {
        let archived: AnyClass = (object as? NSObject)?.classForKeyedArchiver ?? type
        guard let names = classes.names(of: archived) else {
            return fail(
                "contains a \(type), whose name does not find it: declare the class at the top level of a file, and not as private"
            )
        }
        if isSecure, (archived as? any NSSecureCoding.Type)?.supportsSecureCoding != true {
            return fail("contains a \(type), which does not support secure coding")
        }
        let place = archive.reserve()
        frames.append(Frame())
        object.encode(with: self)
        archive.set(place, frames.removeLast().fields, classNames: names)
        return place
    }

    // MARK: Fields

    func set(_ value: PropertyList, _ key: String) {
        // A field outside an object has no place in the archive.
        guard !frames.isEmpty else { return _ = fail("contains a value outside an object") }
        frames[frames.count - 1].fields[key] = value
    }

    func set(objects: [Any], _ key: String) { set(.array(objects.map { .reference(place($0)) }), key) }

    // MARK: NSCoder

    package override var allowsKeyedCoding: Bool { true }
    package override var requiresSecureCoding: Bool { isSecure }
    package override var allowedClasses: [AnyClass]? { nil }
    package override var error: (any Error)? { failure }
    package override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }

    package override func failWithError(_ error: any Error) {
        if failure == nil { failure = error }
    }

    package override func encode(_ object: Any?, forKey key: String) { set(.reference(place(object)), key) }

    /// Encodes the object if it is in the archive already. One that is archived later is not found.
    package override func encodeConditionalObject(_ object: Any?, forKey key: String) {
        let known = object.flatMap { places[ObjectIdentifier($0 as AnyObject)] }
        set(.reference(known ?? KeyedArchive.null), key)
    }

    package override func encode(_ value: Bool, forKey key: String) { set(.bool(value), key) }
    package override func encode(_ value: Int32, forKey key: String) { set(.int(Int64(value)), key) }
    package override func encode(_ value: Int64, forKey key: String) { set(.int(value), key) }
    package override func encode(_ value: Int, forKey key: String) { set(.int(Int64(value)), key) }
    package override func encode(_ value: Float, forKey key: String) { set(.real(Double(value)), key) }
    package override func encode(_ value: Double, forKey key: String) { set(.real(value), key) }

    package override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        set(.data(bytes.map { Data(bytes: $0, count: length) } ?? Data()), key)
    }

    // MARK: Values without a key

    private func nextKey() -> String {
        guard !frames.isEmpty else { return "" }
        defer { frames[frames.count - 1].unkeyed += 1 }
        return "$\(frames[frames.count - 1].unkeyed)"
    }

    package override func encode(_ object: Any?) { encode(object, forKey: nextKey()) }
    package override func encodeConditionalObject(_ object: Any?) { encodeConditionalObject(object, forKey: nextKey()) }
    package override func encodePropertyList(_ list: Any) { encode(list, forKey: nextKey()) }
    package override func encode(_ data: Data) { encode(data as NSData, forKey: nextKey()) }

    package override func encodeBytes(_ bytes: UnsafeRawPointer?, length: Int) {
        set(.data(bytes.map { Data(bytes: $0, count: length) } ?? Data()), nextKey())
    }

    package override func encodeValue(ofObjCType type: UnsafePointer<Int8>, at address: UnsafeRawPointer) {
        _ = fail("contains a value of an Objective-C type")
    }
}

private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? { self }
}
