import Foundation
import Testing

@testable import StrataPredicates

/// References to objects and opaque values among the others.
@Suite
struct ValueCasesTests {
    private static let person = ObjectKind { "Person \($0)" }
    private static let author = ObjectKind(root: person) { "Author \($0)" }
    private static let house = ObjectKind { "House \($0)" }

    private func reference(_ kind: ObjectKind, _ number: Int64) -> Value {
        .object(ObjectReference(kind: kind, rowID: RowID(number)))
    }

    @Test
    func referencesAreTheSameByHierarchyAndNumber() {
        #expect(reference(Self.person, 3) == reference(Self.person, 3))
        #expect(reference(Self.person, 3) != reference(Self.house, 3))
        #expect(reference(Self.person, 3) != reference(Self.person, 4))
        #expect(reference(Self.person, 3) == reference(Self.author, 3))
        #expect(Set([reference(Self.person, 3), reference(Self.author, 3)]).count == 1)
    }

    /// By their numbers within a hierarchy; with plain numbers and with objects of another hierarchy they have nothing in common.
    @Test
    func referencesCompareWithinTheirHierarchy() {
        let three = reference(Self.person, 3)
        #expect(three.isEqual(to: reference(Self.author, 3)) && !three.isEqual(to: reference(Self.house, 3)))
        #expect(three.comparableOrder(to: reference(Self.author, 4)) == .orderedAscending)
        #expect(three.comparableOrder(to: reference(Self.house, 4)) == nil)
        // New objects, whose numbers count down, come after saved ones in the order of their insertion.
        #expect(order(three, reference(Self.person, -1)) == .orderedAscending)
        #expect(order(reference(Self.person, -1), reference(Self.person, -2)) == .orderedAscending)
        #expect(!three.isEqual(to: .int(3)) && three.comparableOrder(to: .int(4)) == nil)
        #expect(order(.null, three) == .orderedAscending && order(three, reference(Self.house, 4)) == .orderedAscending)
    }

    @Test
    func aReferenceIsShownAsItsKindSpellsIt() {
        #expect(ExpressionForm.constant(reference(Self.person, 3)).format == "<Person 3>")
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

    /// Live results are shared by equal predicates, and a change that is none is not saved.
    @Test
    func textIsTheSameByItsScalars() {
        #expect(Value.string("\u{E9}") != .string("e\u{301}") && Value.string("\u{E9}") == .string("\u{E9}"))
        #expect(Value.list([.string("\u{212B}")]) != .list([.string("A\u{30A}")]))
        #expect(NSPredicate(format: "a == %@", "\u{E9}") != NSPredicate(format: "a == %@", "e\u{301}"))
        #expect(NSExpression(forConstantValue: "\u{E9}") != NSExpression(forConstantValue: "e\u{301}"))
        #expect(NSPredicate(format: "a == %@", "\u{E9}") == NSPredicate(format: "a == %@", "\u{E9}"))
    }

    /// What prints parses, a decimal that is no number among it.
    @Test
    func aDecimalThatIsNoNumberHasAFormat() {
        let format = NSPredicate(format: "a == %@", NSDecimalNumber(decimal: .nan)).predicateFormat
        #expect(format == "a == CAST(\"NaN\", \"NSDecimalNumber\")" && NSPredicate(format: format).predicateFormat == format)
    }
}
