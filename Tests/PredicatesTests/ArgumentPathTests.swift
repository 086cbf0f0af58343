import Testing

@testable import StrataPredicates

import class Foundation.NSArray
import class Foundation.NSDictionary
import class Foundation.NSOrderedSet
import class Foundation.NSSet
import class StrataPredicates.NSPredicate

/// Key paths of an argument that is a plain object or a dictionary, or a collection of them.
@Suite struct ArgumentPathTests {
    private final class Contact: NSObject {
        let name: String
        let phone: String?
        let manager: Contact?
        let aliases: [String]

        init(_ name: String, _ phone: String?, manager: Contact? = nil, aliases: [String] = []) {
            self.name = name
            self.phone = phone
            self.manager = manager
            self.aliases = aliases
        }
    }

    private static func found(_ format: String, _ arguments: Any...) -> [String] {
        let contacts = [Contact("Ann", "1"), Contact("Bob", "2"), Contact("Cid", nil)]
        return contacts.filtered(using: NSPredicate(format: format, argumentArray: arguments)).map(\.name)
    }

    private static func found(_ format: String, where value: Any) -> [String] {
        let contacts = [Contact("Ann", "1"), Contact("Bob", "2"), Contact("Cid", nil)]
        let predicate = NSPredicate(format: format)
        let found = contacts.filtered(using: predicate.withSubstitutionVariables(["v": value])).map(\.name)
        #expect(contacts.filter { predicate.evaluate(with: $0, substitutionVariables: ["v": value]) }.map(\.name) == found)
        return found
    }

    /// Bob's phone number and one of no one, in each kind of collection.
    nonisolated(unsafe) private static let collections: [Any] = {
        let objects = [Contact("x", "2"), Contact("y", "7"), Contact("z", nil)]
        let dictionaries: [[String: Any]] = [["phone": "2"], ["phone": "7"], ["name": "z"]]
        return [
            objects, Set(objects), NSArray(array: objects), NSSet(array: objects), NSOrderedSet(array: objects),
            dictionaries, Set([["phone": "2"], ["phone": "7"]]), Set(dictionaries.map { NSDictionary(dictionary: $0) }),
            NSArray(array: dictionaries), NSSet(array: dictionaries), NSOrderedSet(array: dictionaries),
        ]
    }()

    @Test(arguments: collections.indices) func `a key of the elements of a collection`(place: Int) {
        let others = Self.collections[place]
        #expect(Self.found("SELF.phone IN %@.phone", others) == ["Bob"])
        #expect(Self.found("NOT (SELF.phone IN %@.phone)", others) == ["Ann", "Cid"])
        #expect(Self.found("phone IN $v.phone", where: others) == ["Bob"])
        #expect(Self.found("ANY %@.phone == phone AND phone != nil", others) == ["Bob"])
    }

    @Test func `a key of an object`() {
        let other = Contact("Bob", "1", manager: Contact("Cid", nil), aliases: ["Ann", "Bob"])
        #expect(Self.found("name == %@.name", other) == ["Bob"])
        #expect(Self.found("name == %@.manager.name", other) == ["Cid"])
        #expect(Self.found("phone == %@.manager.phone", other) == ["Cid"])
        #expect(Self.found("name IN %@.aliases", other) == ["Ann", "Bob"])
        #expect(Self.found("%@.aliases.@count == 2 AND phone == %@.phone", other, other) == ["Ann"])
        #expect(Self.found("name == $v.manager.name", where: other) == ["Cid"])
    }

    @Test func `a key of a dictionary`() {
        let other: [String: Any] = ["name": "Bob", "manager": ["name": "Cid"], "aliases": ["Ann", "Bob"], "length": 3]
        #expect(Self.found("name == %@.name", other) == ["Bob"])
        #expect(Self.found("name == %@.manager.name", other) == ["Cid"])
        #expect(Self.found("phone == %@.phone", other) == ["Cid"])
        #expect(Self.found("name IN %@.aliases", other) == ["Ann", "Bob"])
        #expect(Self.found("name.length == %@.length AND name == 'Ann'", other) == ["Ann"])
        #expect(Self.found("name == $v.manager.name", where: other) == ["Cid"])
        #expect(Self.found("name == %@.name", NSDictionary(dictionary: other)) == ["Bob"])
    }

    @Test func `a key that the object lacks`() throws {
        let form = NSPredicate(format: "name == %@.nickname", argumentArray: [Contact("Ann", nil)]).form
        let error = #expect(throws: InvalidPredicate.self) {
            try CompiledPredicate<Operand>(form).matches(.object(Contact("Ann", nil)), nil)
        }
        #expect(error?.message.contains("nickname") == true)
    }
}
