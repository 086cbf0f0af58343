import Foundation
import Testing

@testable import Predicates

/// References to objects and opaque values among the others.
@Suite
struct ValueCasesTests {
    private final class Kind: Sendable {}

    private static let (person, house) = (Kind(), Kind())

    private func reference(_ kind: Kind, _ number: Int64) -> Value {
        .object(ObjectReference(kind: kind, number: number))
    }

    @Test
    func referencesAreTheSameByKindAndNumber() {
        #expect(reference(Self.person, 3) == reference(Self.person, 3))
        #expect(reference(Self.person, 3) != reference(Self.house, 3))
        #expect(reference(Self.person, 3) != reference(Self.person, 4))
        #expect(Set([reference(Self.person, 3), reference(Self.person, 3)]).count == 1)
    }

    /// As the column that keeps the reference compares: by primary key.
    @Test
    func referencesCompareAsTheirNumbers() {
        #expect(order(reference(Self.person, 3), .int(4)) == .orderedAscending)
        #expect(reference(Self.person, 3).isEqual(to: .int(3)))
    }

    @Test
    func opaqueValuesAreEqualAsTheirObjectsAre() {
        final class Plain {}
        let plain = Plain()
        func opaque(_ object: AnyObject) -> Value { .opaque(OpaqueValue(object)) }

        #expect(opaque(plain) == opaque(plain))
        #expect(opaque(plain) != opaque(Plain()))
        #expect(opaque(NSArray(array: ["a"])) == opaque(NSArray(array: ["a"])))
        #expect(opaque(NSArray(array: ["a"])) != opaque(NSArray(array: ["b"])))
        #expect(Set([opaque(NSArray(array: ["a"])), opaque(NSArray(array: ["a"]))]).count == 1)
    }

    /// Rows hold many values, so their size is watched: a Decimal's twenty bytes and one for the case.
    @Test
    func aValueIsNoLargerThanADecimalAndItsCase() {
        #expect(MemoryLayout<Value>.size == 21)
    }
}
