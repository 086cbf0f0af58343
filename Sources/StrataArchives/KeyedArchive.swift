package import Foundation

/// A keyed archive as a table of objects that refer to each other by index.
///
/// A model's objects refer to each other in cycles: an entity to its relationships, a relationship
/// to its destination. Foundation's unarchiver finishes an object before others can refer to it, so
/// it cannot decode a model. This type only reads the table. CoreData's `ModelUnarchiver` then
/// creates the objects and links them in several passes. Objects that refer to each other without
/// cycles are read by `KeyedArchiveDecoder` and written by `KeyedArchiveEncoder`.
package struct KeyedArchive {
    package private(set) var objects: [PropertyList] = [.string("$null")]
    /// The index of the root object.
    package var root = 0

    /// The index that represents nil.
    package static let null = 0

    private var strings: [String: Int] = [:]
    private var classes: [String: Int] = [:]

    package init() {}

    // MARK: Writing

    /// Adds an empty entry for an object whose fields are set later, and returns its index.
    package mutating func reserve() -> Int {
        objects.append(.string("$null"))
        return objects.count - 1
    }

    /// Adds an entry and returns its index.
    package mutating func add(_ value: PropertyList) -> Int {
        objects.append(value)
        return objects.count - 1
    }

    /// Returns the index of a string, which is added unless the table has an equal one. Returns
    /// `null` for nil.
    package mutating func add(_ string: String?) -> Int {
        guard let string else { return Self.null }
        // Equal strings may consist of other characters: "é", and "e" with an accent.
        if let known = strings[string], objects[known].string?.utf8.elementsEqual(string.utf8) == true { return known }
        let place = add(.string(string))
        strings[string] = place
        return place
    }

    /// Sets the fields and the class of the object at an index.
    package mutating func set(_ place: Int, _ fields: [String: PropertyList], ofClass name: String, _ superclasses: String...) {
        set(place, fields, classNames: [name] + superclasses)
    }

    /// Sets the fields of the object at an index, and the names of its class and superclasses without
    /// NSObject.
    package mutating func set(_ place: Int, _ fields: [String: PropertyList], classNames: [String]) {
        var fields = fields
        fields["$class"] = .reference(classPlace(classNames))
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
    package mutating func add(array: [Int]) -> Int {
        let place = reserve()
        set(place, ["NS.objects": .array(array.map(PropertyList.reference))], ofClass: "NSArray")
        return place
    }

    /// Adds an NSSet of the objects at the given indexes, and returns its index.
    package mutating func add(set members: [Int]) -> Int {
        let place = reserve()
        set(place, ["NS.objects": .array(members.map(PropertyList.reference))], ofClass: "NSSet")
        return place
    }

    /// Adds an NSDictionary of the objects at the given indexes, and returns its index.
    package mutating func add(dictionary: [(key: String, value: Int)]) -> Int {
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

    /// The archive as a binary property list.
    package var data: Data {
        PropertyList.dictionary([
            "$archiver": .string("NSKeyedArchiver"), "$version": .int(100_000),
            "$top": .dictionary(["root": .reference(root)]), "$objects": .array(objects),
        ]).binary
    }

    // MARK: Reading

    /// Reads an archive.
    ///
    /// - Throws: `CocoaError.propertyListReadCorrupt` for data that is not a keyed archive.
    package init(_ data: Data) throws {
        guard let list = try PropertyList(binary: data).dictionary, let objects = list["$objects"]?.array,
            let root = list["$top"]?.dictionary?["root"]?.reference, objects.indices.contains(root)
        else { throw CocoaError(.propertyListReadCorrupt) }
        self.objects = objects
        self.root = root
    }

    /// Returns the number of objects in the object at an index, in which one that several members
    /// share counts for each.
    ///
    /// - Parameter known: Returns the size of a member; nil for one that counts as one object.
    func size(of place: Int, _ known: (Int) -> Int?) -> Int {
        guard case .dictionary(let fields) = objects[place] else { return 1 }
        func size(_ value: PropertyList) -> Int {
            switch value {
            case .reference(let place): known(place) ?? 1
            case .array(let members): members.reduce(0) { min($0 + size($1), .max / 4) }
            default: 0
            }
        }
        return fields.reduce(1) { min($0 + ($1.key == "$class" ? 0 : size($1.value)), .max / 4) }
    }

    /// Returns the fields of the object at an index; nil if there is none.
    package func fields(_ place: Int?) -> [String: PropertyList]? {
        guard let place, objects.indices.contains(place) else { return nil }
        return objects[place].dictionary
    }

    /// Returns the class name of the object at an index; nil if there is none.
    package func className(_ place: Int?) -> String? {
        fields(fields(place)?["$class"]?.reference)?["$classname"]?.string
    }

    /// Returns the string that a value refers to, stored as a plain string or as an NSString
    /// object; nil if it refers to neither.
    package func string(_ value: PropertyList?) -> String? {
        guard let place = value?.reference, place != Self.null, objects.indices.contains(place) else { return nil }
        return objects[place].string ?? fields(place)?["NS.string"]?.string
    }

    /// Returns the indexes of an array's or a set's members.
    package func members(_ value: PropertyList?) -> [Int] {
        (fields(value?.reference)?["NS.objects"]?.array ?? []).compactMap(\.reference)
    }

    /// Returns a dictionary's string keys with the indexes of their values, in the archive's order.
    /// Omits entries whose key is not a string.
    package func entries(_ value: PropertyList?) -> [(key: String, value: Int)] {
        let keys = (fields(value?.reference)?["NS.keys"]?.array ?? []).map { string($0) }
        return zip(keys, members(value)).compactMap { key, value in key.map { ($0, value) } }
    }
}
