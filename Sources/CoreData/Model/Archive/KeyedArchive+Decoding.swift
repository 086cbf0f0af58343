internal import Foundation
internal import StrataPredicates

// Decoding Foundation's objects: collections, numbers, predicates and other values with NSCoding.
extension KeyedArchive {
    /// The maximum nesting depth of collections and of the parts of a predicate. No model needs
    /// more, and a damaged archive may contain cycles.
    private static let deepest = (collections: 16, parts: 200)

    /// Returns the decoded object that a value refers to. Returns nil for an archived nil, for a
    /// class that models do not contain, and for a damaged object.
    func object(_ value: PropertyList?) -> Any? {
        guard let place = value?.reference else { return nil }
        return object(at: place, depth: 0)
    }

    /// A memo of decoded objects, by index, with the number of objects that each contains.
    ///
    /// An archive names a member by its index, so several collections can share one. If each level
    /// of nested arrays contains the level below ten times, a small archive with sixteen levels
    /// describes 10^16 objects, and code that visits them all does not return. So each object is
    /// decoded once, and a collection that contains more than `limit` objects, including those
    /// inside its members, is not decoded.
    ///
    /// A class, so that the archive's reading methods, which do not mutate it, can add objects.
    final class DecodedObjects {
        /// The maximum number of objects in a collection.
        static let limit = 1_000_000
        var objects: [Int: (object: Any, size: Int)] = [:]
    }

    private func object(at place: Int, depth: Int) -> Any? {
        guard place != Self.null, objects.indices.contains(place), depth < Self.deepest.collections else { return nil }
        if let known = decoded.objects[place] { return known.object }
        guard let object = decodedObject(at: place, depth: depth), let size = decodedSize(of: place) else { return nil }
        decoded.objects[place] = (object, size)
        return object
    }

    /// Returns the number of objects in an object whose members are decoded; nil above the limit.
    private func decodedSize(of place: Int) -> Int? {
        guard case .dictionary(let fields) = objects[place] else { return 1 }
        let members = (fields["NS.objects"]?.array ?? []) + (fields["NS.keys"]?.array ?? [])
        let size = members.reduce(1) { $0 + ($1.reference.flatMap { decoded.objects[$0]?.size } ?? 1) }
        return size <= DecodedObjects.limit ? size : nil
    }

    private func decodedObject(at place: Int, depth: Int) -> Any? {
        switch objects[place] {
        case .string(let string): return string
        case .int(let int): return NSNumber(value: int)
        case .real(let double): return NSNumber(value: double)
        case .bool(let bool): return NSNumber(value: bool)
        case .data(let data): return data
        case .array, .reference: return nil
        case .dictionary(let fields):
            if let digits = string(fields["NSDecimal"]) { return NSDecimalNumber(string: digits) }
            // Foundation's own collections trap if a member cannot be decoded.
            switch className(place) {
            case "NSArray", "NSMutableArray": return objects(fields["NS.objects"], depth).map { NSArray(array: $0) }
            case "NSSet", "NSMutableSet": return objects(fields["NS.objects"], depth).map { NSSet(array: $0) }
            case "NSDictionary", "NSMutableDictionary":
                guard let keys = objects(fields["NS.keys"], depth) as? [AnyHashable],
                    let values = objects(fields["NS.objects"], depth),
                    keys.count == values.count
                else { return nil }
                return NSDictionary(dictionary: Dictionary(zip(keys, values)) { first, _ in first })
            default: return unarchived(at: place)
            }
        }
    }

    /// Returns the decoded members of a collection; nil if one cannot be decoded.
    private func objects(_ value: PropertyList?, _ depth: Int) -> [Any]? {
        guard let members = value?.array else { return nil }
        var objects: [Any] = []
        var size = 0
        for member in members {
            // Stops before a set or a dictionary hashes a collection that is too large.
            size += member.reference.flatMap { decoded.objects[$0]?.size } ?? 1
            guard size <= DecodedObjects.limit else { return nil }
            guard let object = member.reference.flatMap({ object(at: $0, depth: depth + 1) }) else { return nil }
            objects.append(object)
        }
        return objects
    }

    /// Decodes the object at an index with Foundation's unarchiver.
    private func unarchived(at place: Int) -> Any? {
        var part = self
        part.root = place
        guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: part.data) else { return nil }
        PredicateArchive.useAppleNames(in: unarchiver)
        guard isSound(from: place, unarchiver) else { return nil }
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        let classes: [AnyClass] = [
            NSPredicate.self, NSExpression.self, NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self,
            NSDecimalNumber.self, NSDate.self, NSData.self, NSUUID.self, NSURL.self, NSNull.self,
        ]
        return unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
    }

    /// Whether all objects reachable from an index exist, have known classes, and form no cycle.
    /// Foundation's unarchiver traps or never returns for any other archive.
    private func isSound(from place: Int, _ unarchiver: NSKeyedUnarchiver) -> Bool {
        func isKnown(_ name: String) -> Bool {
            (unarchiver.class(forClassName: name) ?? NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name))
                is any NSCoding.Type
        }
        var sound: Set<Int> = []
        func check(_ place: Int, _ path: Set<Int>) -> Bool {
            guard objects.indices.contains(place), !path.contains(place), path.count < Self.deepest.parts else { return false }
            guard !sound.contains(place), case .dictionary(let fields) = objects[place] else { return true }
            if fields["$classes"] == nil { guard let name = className(place), isKnown(name) else { return false } }
            let inner = path.union([place])
            let isSound = fields.allSatisfy { key, value in
                switch value {
                case .reference(let other): check(other, inner)
                case .array(let members): members.allSatisfy { $0.reference.map { check($0, inner) } ?? true }
                default: true
                }
            }
            if isSound { sound.insert(place) }
            return isSound
        }
        return check(place, [])
    }
}
