import Foundation
import Testing

@testable import StrataPredicates

/// Object references and opaque values in comparison with the other kinds of values.
@Suite
struct ValueCasesTests {
    private static let person = ObjectKind { "Person \($0)" }
    private static let author = ObjectKind(root: person) { "Author \($0)" }
    private static let house = ObjectKind { "House \($0)" }

    private func reference(_ kind: ObjectKind, _ number: Int64) -> Value {
        .object(ObjectReference(kind: kind, rowID: RowID(number)))
    }

    @Test
    func `references are the same by hierarchy and number`() {
        #expect(reference(Self.person, 3) == reference(Self.person, 3))
        #expect(reference(Self.person, 3) != reference(Self.house, 3))
        #expect(reference(Self.person, 3) != reference(Self.person, 4))
        #expect(reference(Self.person, 3) == reference(Self.author, 3))
        #expect(Set([reference(Self.person, 3), reference(Self.author, 3)]).count == 1)
    }

    /// References within a hierarchy compare by row ID. They are neither equal to nor comparable
    /// with integers or references of another hierarchy.
    @Test
    func `references compare within their hierarchy`() throws {
        let three = reference(Self.person, 3)
        #expect(three.isEqual(to: reference(Self.author, 3)) && !three.isEqual(to: reference(Self.house, 3)))
        #expect(try three.comparableOrder(to: reference(Self.author, 4)) == .orderedAscending)
        #expect(try three.comparableOrder(to: reference(Self.house, 4)) == nil)
        // New objects, whose row IDs count down from -1, come after saved ones in insertion order.
        #expect(order(three, reference(Self.person, -1)) == .orderedAscending)
        #expect(order(reference(Self.person, -1), reference(Self.person, -2)) == .orderedAscending)
        #expect(!three.isEqual(to: .int(3)))
        #expect(try three.comparableOrder(to: .int(4)) == nil)
        #expect(order(.null, three) == .orderedAscending && order(three, reference(Self.house, 4)) == .orderedAscending)
    }

    @Test
    func `the description of a reference is that of its kind`() {
        #expect(ExpressionForm.constant(reference(Self.person, 3)).format == "<Person 3>")
    }

    @Test
    func `opaque values are equal if their objects are`() {
        final class Plain {}
        let plain = Plain()
        func opaque(_ object: AnyObject) -> Value { .opaque(OpaqueValue(object)) }

        #expect(opaque(plain) == opaque(plain))
        #expect(opaque(plain) != opaque(Plain()))
        #expect(opaque(NSArray(array: ["a"])) == opaque(NSArray(array: ["a"])))
        #expect(opaque(NSArray(array: ["a"])) != opaque(NSArray(array: ["b"])))
        #expect(Set([opaque(NSArray(array: ["a"])), opaque(NSArray(array: ["a"]))]).count == 1)
    }

    /// Rows hold many values, so their size matters: the twenty bytes of a Decimal and one byte for
    /// the case.
    @Test
    func `a value is no larger than a decimal and its case`() {
        #expect(MemoryLayout<Value>.size == 21)
    }

    /// Text is equal only if its Unicode scalars are. Equal predicates share live results, and a
    /// save skips a value that equals the previous one.
    @Test
    func `text is the same by its scalars`() {
        #expect(Value.string("\u{E9}") != .string("e\u{301}") && Value.string("\u{E9}") == .string("\u{E9}"))
        #expect(Value.list([.string("\u{212B}")]) != .list([.string("A\u{30A}")]))
        #expect(NSPredicate(format: "a == %@", "\u{E9}") != NSPredicate(format: "a == %@", "e\u{301}"))
        #expect(NSExpression(forConstantValue: "\u{E9}") != NSExpression(forConstantValue: "e\u{301}"))
        #expect(NSPredicate(format: "a == %@", "\u{E9}") == NSPredicate(format: "a == %@", "\u{E9}"))
    }

    /// A row with NaN is equal to itself, so that a save does not write it again.
    @Test
    func `a NaN is the same by its bits`() {
        let time = Date(timeIntervalSinceReferenceDate: .nan)
        #expect(Value.double(.nan) == .double(.nan))
        #expect(Value.list([.double(.nan)]) == .list([.double(.nan)]))
        #expect(Value.date(time) == .date(time))
        #expect(Value.decimal(.nan) == .decimal(.nan))
        #expect(Value.double(.nan) != .double(0))
        #expect(Value.double(0) == .double(-0.0))
        #expect(Set<Value>([.double(.nan), .double(.nan)]).count == 1)
        #expect(Set<Value>([.date(time), .date(time)]).count == 1)
        #expect(Set<Value>([.double(0), .double(-0.0)]).count == 1)
    }

    /// Every printed format can be parsed, including that of a decimal that is not a number.
    @Test
    func `a decimal that is no number has a format`() {
        let format = NSPredicate(format: "a == %@", NSDecimalNumber(decimal: .nan)).predicateFormat
        #expect(format == "a == CAST(\"NaN\", \"NSDecimalNumber\")" && NSPredicate(format: format).predicateFormat == format)
    }
}
