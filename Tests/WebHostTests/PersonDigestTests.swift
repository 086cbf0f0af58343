import Foundation
import Testing

@testable import StrataWebHost

/// The values by which the windows of people are told apart.
struct PersonDigestTests {
    private final class Opaque: Sendable {}

    private final class Named: Sendable, CustomStringConvertible {
        let description: String
        init(_ name: String) { description = name }
    }

    private struct Account {
        var name: String
        var session: Opaque?
    }

    private final class Member: NSObject {}

    private final class NamedMember: NSObject {
        let name: String
        init(_ name: String) { self.name = name }
        override var description: String { name }
    }

    private enum Role { case guest, member(String) }

    @Test func `equal descriptions are one person, and others are not`() {
        #expect(PersonDigest.of("ann") == PersonDigest.of("ann"))
        #expect(PersonDigest.of("ann") != PersonDigest.of("bob"))
        #expect(PersonDigest.of(7) == PersonDigest.of(7))
        #expect(PersonDigest.of(Named("ann")) == PersonDigest.of(Named("ann")))
        #expect(PersonDigest.of(Named("ann")) != PersonDigest.of(Named("bob")))
        #expect(PersonDigest.of(Role.member("ann")) == PersonDigest.of(Role.member("ann")))
        #expect(PersonDigest.of(Role.member("ann")) != PersonDigest.of(Role.member("bob")))
        #expect(PersonDigest.of(Account(name: "ann")) == PersonDigest.of(Account(name: "ann")))
    }

    @Test func `nobody is not the person with the name nil`() {
        #expect(PersonDigest.of(String?.none as Any) == PersonDigest.of(String?.none as Any))
        #expect(PersonDigest.of(String?.none as Any) != PersonDigest.of(String?("nil") as Any))
    }

    @Test func `objects without a description are found in collections, too`() {
        #expect(PersonDigest.of(["ann", "bob"]) == PersonDigest.of(["ann", "bob"]))
        #expect(PersonDigest.of([Named("ann")]) == PersonDigest.of([Named("ann")]))
        #expect(PersonDigest.of([Opaque()]) != PersonDigest.of([Opaque()]))
        #expect(PersonDigest.of(["session": Opaque()]) != PersonDigest.of(["session": Opaque()]))
    }

    @Test func `objects without a description are people apart, and the log says so`() {
        #expect("\(Opaque())" == "\(Opaque())")
        #expect(PersonDigest.of(Opaque()) != PersonDigest.of(Opaque()))
        #expect(PersonDigest.of(Opaque?(Opaque()) as Any) != PersonDigest.of(Opaque?(Opaque()) as Any))
        let accounts = [Account(name: "ann", session: Opaque()), Account(name: "ann", session: Opaque())]
        #expect(PersonDigest.of(accounts[0]) != PersonDigest.of(accounts[1]))
        #expect(PersonDigest.reportedTypes.isSuperset(of: ["Opaque", "Optional<Opaque>", "Account"]))
    }

    @Test func `a subclass of NSObject without a description of its own is a person apart, and the log says so`() {
        let member = Member()
        // An address, which another object may have later.
        #expect("\(member)" == "\(member)")
        #expect(PersonDigest.of(member) != PersonDigest.of(member))
        #expect(PersonDigest.of([member]) != PersonDigest.of([member]))
        #expect(PersonDigest.of(Member?(member) as Any) != PersonDigest.of(Member?(member) as Any))
        #expect(PersonDigest.reportedTypes.isSuperset(of: ["Member", "Array<Member>", "Optional<Member>"]))
    }

    @Test func `a subclass of NSObject with a description of its own is one person`() {
        #expect(PersonDigest.of(NamedMember("ann")) == PersonDigest.of(NamedMember("ann")))
        #expect(PersonDigest.of(NamedMember("ann")) != PersonDigest.of(NamedMember("bob")))
        #expect(PersonDigest.of([NamedMember("ann")]) == PersonDigest.of([NamedMember("ann")]))
        #expect(PersonDigest.of(NSNumber(value: 7)) == PersonDigest.of(NSNumber(value: 7)))
        #expect(PersonDigest.of("ann" as NSString) == PersonDigest.of("ann" as NSString))
    }
}
