package import Foundation

/// A decoder of the objects in a keyed archive, in place of Foundation's unarchiver.
///
/// Foundation's unarchiver is made for archives that a program has written itself. It traps if a
/// field has a value of another type, if an array has a member of a class that is not allowed, or if
/// an object's initializer does not expect what it gets; it does not return from an archive that
/// contains itself. The bytes of a store, of a file of defaults or of an upload may be damaged or
/// hostile. So this class decodes them:
///
/// 1. `KeyedArchive` has read the table of objects, within limits of size and depth.
/// 2. An object of one of Foundation's classes is built here from fields whose types have been
///    checked; Foundation's own `init(coder:)` is not called (KeyedArchiveDecoder+Foundation.swift).
/// 3. An object of another class is created with its `init(coder:)`, which gets this coder. A field
///    that is missing is nil or zero. One of another type is, too, and makes the whole archive an
///    error, as does an object of a class that is not allowed.
///
/// An object is decoded once. A collection with more objects than `sizeLimit`, including those
/// inside its members, is an error: an archive of 16 levels of arrays, each with the next one ten
/// times, describes 10¹⁶ objects, and code that visits them all does not return.
package final class KeyedArchiveDecoder: NSCoder {
    let archive: KeyedArchive
    private let classes: ArchivedClasses
    private let isSecure: Bool
    /// The objects that are being decoded, the innermost last.
    private var frames: [Frame] = []
    private var decoded: [Int: Decoded] = [:]
    private var unfinished: Set<Int> = []
    private var failure: (any Error)?

    private struct Decoded {
        let object: AnyObject
        let size: Int
        /// The lists of allowed classes that its members have been checked against.
        var lists: [[AnyClass]]
    }

    private struct Frame {
        let fields: [String: PropertyList]
        let allowed: [AnyClass]?
        /// The number of values that were decoded without a key.
        var unkeyed = 0
    }

    // The limits, which the encoder has too.

    /// The number of levels to which objects may contain others.
    static let deepest = 512
    /// The most times that a counted set may contain a member.
    static let highestCount = 10_000
    /// The most members of a counted set, each as many times as the set contains it.
    static let highestTotal = 1_000_000
    /// The most bytes of a regular expression.
    static let longestPattern = 100_000

    /// Returns the most objects of a collection in an archive, including those inside its members.
    static func sizeLimit(of archive: KeyedArchive) -> Int { max(1_000_000, 64 * archive.objects.count) }

    private let sizeLimit: Int

    /// Creates a decoder of an archive.
    ///
    /// - Parameters:
    ///   - classes: The classes whose names in the archive differ from their own.
    ///   - isSecure: Whether objects need to implement NSSecureCoding.
    package init(_ archive: KeyedArchive, classes: ArchivedClasses = ArchivedClasses(), isSecure: Bool = false) {
        self.archive = archive
        self.classes = classes
        self.isSecure = isSecure
        sizeLimit = Self.sizeLimit(of: archive)
    }

    /// Returns the object in an archive; nil for an archived nil.
    ///
    /// - Parameter allowed: The classes of the object and of the members of collections; nil for any.
    /// - Throws: `CocoaError.propertyListReadCorrupt` for data that is not an archive, `ArchiveError`
    ///   for one with an object that cannot be decoded, or the error that an object's initializer
    ///   has set.
    package static func object(
        in data: Data, of allowed: [AnyClass]? = nil, classes: ArchivedClasses = ArchivedClasses()
    ) throws -> Any? {
        let archive = try KeyedArchive(data)
        let decoder = KeyedArchiveDecoder(archive, classes: classes, isSecure: allowed != nil)
        return try decoder.object(at: archive.root, of: allowed)
    }

    /// Returns the object at an index of the archive; nil for an archived nil.
    package func object(at place: Int, of allowed: [AnyClass]? = nil) throws -> Any? {
        failure = nil
        let object = decode(place, of: allowed)
        if let failure { throw failure }
        return object
    }

    /// Makes the archive an error, and returns nil.
    func fail(_ reason: String) -> AnyObject? {
        failWithError(ArchiveError(reason))
        return nil
    }

    // MARK: Objects

    private func decode(_ place: Int, of allowed: [AnyClass]?) -> AnyObject? {
        guard failure == nil, place != KeyedArchive.null else { return nil }
        guard archive.objects.indices.contains(place) else { return fail("contains a reference to no object") }
        if let known = decoded[place]?.object { return isAllowed(decodedAt: place, allowed) ? known : nil }
        guard unfinished.count < Self.deepest else { return fail("contains an object of more than \(Self.deepest) levels") }
        guard unfinished.insert(place).inserted else { return fail("contains an object that contains itself") }
        defer { unfinished.remove(place) }
        guard let object = newObject(place, allowed), failure == nil, isAllowed(type(of: object), allowed) else {
            return failure == nil ? fail("contains an object that cannot be decoded") : nil
        }
        let size = archive.size(of: place) { decoded[$0]?.size }
        guard size <= sizeLimit else { return fail("contains a collection of more than \(sizeLimit) objects") }
        decoded[place] = Decoded(object: object, size: size, lists: allowed.map { [$0] } ?? [])
        return object
    }

    private func newObject(_ place: Int, _ allowed: [AnyClass]?) -> AnyObject? {
        let value = archive.objects[place]
        guard case .dictionary(let fields) = value else { return Self.plain(value) }
        guard let name = archive.className(place) else { return fail("contains an object without a class") }
        frames.append(Frame(fields: fields, allowed: allowed))
        defer { frames.removeLast() }
        switch foundationObject(named: name) {
        case .object(let object): return object
        case .invalid: return fail("contains an invalid \(name)")
        case .unknown: break
        }
        guard let type = classes.type(named: name), ArchivedClasses.codesItself(type), let coding = type as? any NSCoding.Type
        else {
            return fail("contains an object of the class '\(name)', which is unknown")
        }
        guard isAllowed(type, allowed) else { return nil }
        if isSecure, (coding as? any NSSecureCoding.Type)?.supportsSecureCoding != true {
            return fail("contains an object of the class '\(name)', which does not support secure coding")
        }
        return coding.init(coder: self) as AnyObject?
    }

    /// Returns a value of the archive's table that has no class; nil for one that is no object.
    private static func plain(_ value: PropertyList) -> AnyObject? {
        switch value {
        case .string(let string): NSString(string: string)
        case .data(let data): NSData(data: data)
        case .date(let date): NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case .bool(let bool): NSNumber(value: bool)
        case .int(let int): NSNumber(value: int)
        case .unsigned(let int): NSNumber(value: int)
        case .real(let double): NSNumber(value: double)
        case .array, .dictionary, .reference: nil
        }
    }

    private func isAllowed(_ type: AnyClass, _ allowed: [AnyClass]?) -> Bool {
        guard let allowed, !allowed.contains(where: { ArchivedClasses.isClass(type, $0) }) else { return true }
        _ = fail("contains an object of the class '\(type)', which is not allowed there")
        return false
    }

    /// Returns whether an object that was decoded before is of an allowed class, and whether the members
    /// of a collection are, which may have been decoded where other classes are allowed. What an app's
    /// object contains is up to its initializer.
    private func isAllowed(decodedAt place: Int, _ allowed: [AnyClass]?) -> Bool {
        guard let known = decoded[place] else { return true }
        guard isAllowed(type(of: known.object), allowed) else { return false }
        guard let allowed, case .dictionary(let fields) = archive.objects[place],
            !known.lists.contains(where: { $0.elementsEqual(allowed, by: ==) })
        else { return true }
        let inner: [AnyClass]
        switch known.object {
        case is NSArray, is NSSet, is NSOrderedSet, is NSDictionary: inner = allowed
        case is NSAttributedString, is NSError: inner = Self.detailed(allowed)
        default: return true
        }
        let members = fields.filter { $0.key != "$class" }.values.flatMap { $0.array ?? [$0] }.compactMap(\.reference)
        guard members.allSatisfy({ isAllowed(decodedAt: $0, inner) }) else { return false }
        decoded[place]?.lists.append(allowed)
        return true
    }

    // MARK: Fields of the object that is being decoded

    /// The fields of the object that is being decoded.
    var fields: [String: PropertyList] { frames.last?.fields ?? [:] }

    /// The classes that are allowed for the object that is being decoded.
    var allowed: [AnyClass]? { frames.last?.allowed }

    /// Returns the decoded object of a field; nil if it is missing.
    func part(_ key: String, of allowed: [AnyClass]?) -> AnyObject? {
        guard failure == nil, let value = fields[key] else { return nil }
        guard let place = value.reference else {
            // Strings, numbers and data are also stored in place.
            guard let object = Self.plain(value) else { return fail("contains an invalid value of '\(key)'") }
            return isAllowed(type(of: object), allowed) ? object : nil
        }
        return decode(place, of: allowed)
    }

    /// Returns the decoded members of a collection, of the classes that are allowed for the
    /// collection; nil if one cannot be decoded.
    func members(_ key: String) -> [AnyObject]? {
        guard let values = fields[key]?.array else { return nil }
        var objects: [AnyObject] = []
        var size = 0
        for value in values {
            guard let place = value.reference, place != KeyedArchive.null, let object = decode(place, of: allowed) else {
                return nil
            }
            // Stops before a set or a dictionary hashes a collection that is too large.
            size += decoded[place]?.size ?? 1
            guard size <= sizeLimit else { return nil }
            objects.append(object)
        }
        return objects
    }

    /// Whether hashing objects takes about as long as there are many.
    ///
    /// Arrays of as many elements have the same hash, as have most other objects of Foundation, so a
    /// set compares each with all others. The hash of an NSDecimalNumber and of an NSError calls
    /// itself on Linux, until the stack overflows.
    static func canHash(_ objects: [Any]) -> Bool {
        let slow = objects.filter { object in
            switch object {
            case is NSString, is NSNumber, is NSDate, is NSData, is NSUUID, is NSURL: false
            default: ArchivedClasses.isFoundations(type(of: object as AnyObject))
            }
        }
        return slow.count <= 1_000 && !objects.contains { $0 is NSDecimalNumber || $0 is NSError }
    }

    // MARK: NSCoder

    package override var allowsKeyedCoding: Bool { true }
    package override var requiresSecureCoding: Bool { isSecure }
    package override var allowedClasses: [AnyClass]? { allowed }
    package override var error: (any Error)? { failure }
    package override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }

    package override func failWithError(_ error: any Error) {
        if failure == nil { failure = error }
    }

    package override func version(forClassName className: String) -> Int { NSNotFound }

    package override func containsValue(forKey key: String) -> Bool { fields[key] != nil }

    package override func decodeObject(forKey key: String) -> Any? { part(key, of: allowed) }

    package override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        // Without secure coding, the classes say what the caller expects, not what is allowed inside.
        part(key, of: isSecure ? classes ?? allowed : nil)
    }

    package override func decodeObject<DecodedObjectType: NSCoding>(
        of type: DecodedObjectType.Type, forKey key: String
    ) -> DecodedObjectType? where DecodedObjectType: NSObject {
        part(key, of: isSecure ? [type] : nil) as? DecodedObjectType
    }

    package override func decodePropertyList(forKey key: String) -> Any? { part(key, of: Self.propertyListClasses) }

    package override func decodeBool(forKey key: String) -> Bool { number(key)?.boolValue ?? false }
    package override func decodeCInt(forKey key: String) -> Int32 { integer(key) }
    package override func decodeInt32(forKey key: String) -> Int32 { integer(key) }
    package override func decodeInt64(forKey key: String) -> Int64 { integer(key) }
    package override func decodeInteger(forKey key: String) -> Int { integer(key) }
    package override func decodeFloat(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
    package override func decodeDouble(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }

    @available(swift, deprecated: 9999, renamed: "withDecodedUnsafeBytes(forKey:body:)")
    package override func withDecodedUnsafeBufferPointer<ResultType>(
        forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> ResultType
    ) rethrows -> ResultType {
        guard let data = part(key, of: [NSData.self]) as? NSData else { return try body(nil) }
        return try [UInt8](Data(referencing: data)).withUnsafeBufferPointer { try body($0) }
    }

    package override func withDecodedUnsafeBytes<ResultType>(
        forKey key: String, body: (UnsafeRawBufferPointer?) throws -> ResultType
    ) rethrows -> ResultType {
        guard let data = part(key, of: [NSData.self]) as? NSData else { return try body(nil) }
        return try Data(referencing: data).withUnsafeBytes { try body($0) }
    }

    private func number(_ key: String) -> NSNumber? { part(key, of: [NSNumber.self]) as? NSNumber }

    private func integer<Integer: FixedWidthInteger>(_ key: String) -> Integer {
        guard let number = number(key) else { return 0 }
        let isReal = ["d", "f"].contains(String(cString: number.objCType))
        let integer =
            isReal ? Integer(exactly: number.doubleValue.rounded(.towardZero)) : Integer(exactly: number.int64Value)
        if integer == nil { _ = fail("contains a number of '\(key)' that is too large") }
        return integer ?? 0
    }

    // MARK: Values without a key

    private func nextKey() -> String {
        guard !frames.isEmpty else { return "" }
        defer { frames[frames.count - 1].unkeyed += 1 }
        return "$\(frames[frames.count - 1].unkeyed)"
    }

    package override func decodeObject() -> Any? { decodeObject(forKey: nextKey()) }
    package override func decodePropertyList() -> Any? { decodePropertyList(forKey: nextKey()) }
    package override func decodeData() -> Data? { (part(nextKey(), of: [NSData.self]) as? NSData).map { Data(referencing: $0) } }

    package override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {
        _ = fail("contains a value of an Objective-C type, which is not supported")
    }
}
