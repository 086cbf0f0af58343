internal import Foundation
internal import StrataArchives
internal import StrataPredicates

/// A keyed archive of a model, with the objects in it that are not of Core Data's own classes:
/// default values, predicates, expressions and user info dictionaries.
@dynamicMemberLookup struct ArchivedModel {
    private let archive: KeyedArchive
    private let decoder: KeyedArchiveDecoder
    /// The parts that could not be read.
    let losses = Losses()

    final class Losses {
        private(set) var sentences: [String] = []

        /// - Parameter sentence: The end of a sentence that begins with the model: "has …".
        func add(_ sentence: String) { sentences.append(sentence) }
    }

    init(_ archive: KeyedArchive) {
        self.archive = archive
        decoder = KeyedArchiveDecoder(archive, classes: PredicateArchive.classes, isSecure: true)
    }

    subscript<T>(dynamicMember keyPath: KeyPath<KeyedArchive, T>) -> T { archive[keyPath: keyPath] }

    /// The classes of these objects, which archives in the files of mapping models have, too.
    static let classes: [AnyClass] = [
        NSPredicate.self, NSExpression.self, NSSortDescriptor.self, NSArray.self, NSDictionary.self, NSSet.self, NSString.self,
        NSNumber.self, NSDate.self, NSData.self, NSUUID.self, NSURL.self, NSNull.self,
    ]

    /// Returns the decoded object that a value refers to. Returns nil for an archived nil, for a class
    /// that models do not contain, and for a damaged object; the last two are losses.
    func object(_ value: PropertyList?) -> Any? {
        guard let place = value?.reference, place != KeyedArchive.null else { return nil }
        let object: Any?
        do {
            object = try decoder.object(at: place, of: Self.classes)
        } catch {
            // Ignored: `losses` has it; see `ModelUnarchiver`.
            losses.add("has a part of the class \(className(place) ?? "(none)") that cannot be decoded")
            return nil
        }
        return switch object {
        case let string as NSString: String(string)
        case let data as NSData: Data(data)
        default: object
        }
    }

    func fields(_ place: Int?) -> [String: PropertyList]? { archive.fields(place) }
    func className(_ place: Int?) -> String? { archive.className(place) }
    func string(_ value: PropertyList?) -> String? { archive.string(value) }
    func members(_ value: PropertyList?) -> [Int] { archive.members(value) }
    func entries(_ value: PropertyList?) -> [(key: String, value: Int)] { archive.entries(value) }
}

extension KeyedArchive {
    /// Adds an object that implements NSCoding, such as a predicate, a default value or a user info
    /// dictionary, and returns its index. Returns `null` for nil.
    ///
    /// - Throws: `ArchiveError` for an object that cannot be archived.
    mutating func add(object: Any?) throws -> Int {
        guard let object else { return Self.null }
        return try KeyedArchiveEncoder.add(object, to: &self, classes: PredicateArchive.classes)
    }
}
