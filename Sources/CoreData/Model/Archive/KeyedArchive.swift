internal import Foundation
internal import StrataPredicates

/// A keyed archive as a table of objects that refer to each other by index.
///
/// A model's objects refer to each other in cycles: an entity to its relationships, a relationship
/// to its destination. Foundation's unarchiver finishes an object before others can refer to it, so
/// it cannot decode a model. This type only reads the table. `ModelUnarchiver` then creates the
/// objects and links them in several passes.
struct KeyedArchive {
    private(set) var objects: [PropertyList] = [.string("$null")]
    /// The index of the root object.
    var root = 0

    /// The index that represents nil.
    static let null = 0

    private var strings: [String: Int] = [:]
    private var classes: [String: Int] = [:]

    let decoded = DecodedObjects()

    init() {}

    // MARK: Writing

    /// Adds an empty entry for an object whose fields are set later, and returns its index.
    mutating func reserve() -> Int {
        objects.append(.string("$null"))
        return objects.count - 1
    }

    /// Adds an entry and returns its index.
    mutating func add(_ value: PropertyList) -> Int {
        objects.append(value)
        return objects.count - 1
    }

    /// Returns the index of a string, which is added unless the table has an equal one. Returns
    /// `null` for nil.
    mutating func add(_ string: String?) -> Int {
        guard let string else { return Self.null }
        if let known = strings[string] { return known }
        let place = add(.string(string))
        strings[string] = place
        return place
    }

    /// Sets the fields and the class of the object at an index.
    mutating func set(_ place: Int, _ fields: [String: PropertyList], ofClass name: String, _ superclasses: String...) {
        var fields = fields
        fields["$class"] = .reference(classPlace([name] + superclasses))
        objects[place] = .dictionary(fields)
    }

    private mutating func classPlace(_ names: [String]) -> Int {
        if let known = classes[names[0]] { return known }
        let list = (names + ["NSObject"]).map(PropertyList.string)
        let place = add(.dictionary(["$classname": .string(names[0]), "$classes": .array(list)]))
        classes[names[0]] = place
        return place
    }

    /// Adds an NSArray of the objects at the given indexes, and returns its index.
    mutating func add(array: [Int]) -> Int {
        let place = reserve()
        set(place, ["NS.objects": .array(array.map(PropertyList.reference))], ofClass: "NSArray")
        return place
    }

    /// Adds an NSSet of the objects at the given indexes, and returns its index.
    mutating func add(set members: [Int]) -> Int {
        let place = reserve()
        set(place, ["NS.objects": .array(members.map(PropertyList.reference))], ofClass: "NSSet")
        return place
    }

    /// Adds an NSDictionary of the objects at the given indexes, and returns its index.
    mutating func add(dictionary: [(key: String, value: Int)]) -> Int {
        let keys = dictionary.map { add($0.key) }
        let place = reserve()
        set(
            place,
            [
                "NS.keys": .array(keys.map(PropertyList.reference)),
                "NS.objects": .array(dictionary.map { .reference($0.value) }),
            ],
            ofClass: "NSDictionary")
        return place
    }

    /// Adds an object that implements NSCoding, such as a predicate, a default value or a user info
    /// dictionary, and returns its index. Returns `null` for nil.
    ///
    /// - Throws: The error of `NSKeyedArchiver` for an object that cannot be archived.
    mutating func add(object: Any?) throws -> Int {
        guard let object else { return Self.null }
        switch object {
        case let string as String: return add(string)
        case let decimal as Decimal: return add(decimal: decimal)
        // Foundation on Linux overflows the stack when it archives an NSDecimalNumber.
        case let number as NSDecimalNumber: return add(decimal: number.decimalValue)
        case let number as NSNumber:
            switch String(cString: number.objCType) {
            case "c", "B": return add(.bool(number.boolValue))
            case "d", "f": return add(.real(number.doubleValue))
            default: return add(.int(number.int64Value))
            }
        default: break
        }
        let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
        let part = try KeyedArchive(PredicateArchive.usingAppleNames(data))
        let offset = objects.count
        objects += part.objects.map { $0.moved(by: offset) }
        return part.root + offset
    }

    private mutating func add(decimal: Decimal) -> Int {
        let digits = add("\(decimal)")
        let place = reserve()
        set(place, ["NSDecimal": .reference(digits)], ofClass: "NSDecimalNumber", "NSNumber", "NSValue")
        return place
    }

    /// The archive as a binary property list.
    var data: Data {
        PropertyList.dictionary([
            "$archiver": .string("NSKeyedArchiver"), "$version": .int(100_000),
            "$top": .dictionary(["root": .reference(root)]), "$objects": .array(objects),
        ]).binary
    }

    // MARK: Reading

    /// Reads an archive.
    ///
    /// - Throws: `CocoaError.propertyListReadCorrupt` for data that is not a keyed archive.
    init(_ data: Data) throws {
        guard let list = try PropertyList(binary: data).dictionary, let objects = list["$objects"]?.array,
            let root = list["$top"]?.dictionary?["root"]?.reference
        else { throw CocoaError(.propertyListReadCorrupt) }
        self.objects = objects
        self.root = root
    }

    /// Returns the fields of the object at an index; nil if there is none.
    func fields(_ place: Int?) -> [String: PropertyList]? {
        guard let place, objects.indices.contains(place) else { return nil }
        return objects[place].dictionary
    }

    /// Returns the class name of the object at an index; nil if there is none.
    func className(_ place: Int?) -> String? {
        fields(fields(place)?["$class"]?.reference)?["$classname"]?.string
    }

    /// Returns the string that a value refers to, stored as a plain string or as an NSString
    /// object; nil if it refers to neither.
    func string(_ value: PropertyList?) -> String? {
        guard let place = value?.reference, place != Self.null, objects.indices.contains(place) else { return nil }
        return objects[place].string ?? fields(place)?["NS.string"]?.string
    }

    /// Returns the indexes of an array's or a set's members.
    func members(_ value: PropertyList?) -> [Int] {
        (fields(value?.reference)?["NS.objects"]?.array ?? []).compactMap(\.reference)
    }

    /// Returns a dictionary's string keys with the indexes of their values, in the archive's order.
    /// Omits entries whose key is not a string.
    func entries(_ value: PropertyList?) -> [(key: String, value: Int)] {
        let keys = (fields(value?.reference)?["NS.keys"]?.array ?? []).map { string($0) }
        return zip(keys, members(value)).compactMap { key, value in key.map { ($0, value) } }
    }
}

extension PropertyList {
    /// Returns the property list with all references increased by an offset.
    fileprivate func moved(by offset: Int) -> PropertyList {
        switch self {
        case .reference(let place): .reference(place + offset)
        case .array(let elements): .array(elements.map { $0.moved(by: offset) })
        case .dictionary(let entries): .dictionary(entries.mapValues { $0.moved(by: offset) })
        default: self
        }
    }
}
