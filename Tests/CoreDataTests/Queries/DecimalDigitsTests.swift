import CoreData
import Foundation
import Testing

/// Decimals with all of their 38 digits: in the store, in predicates and in sorts.
@Suite(.eachStore) struct DecimalDigitsTests {
    /// In ascending order; some differ beyond a double's digits only.
    private static let digits = [
        "-12345678901234567890123456789012345678", "-1234567890.123456789012345678", "-1234567890.123456789012345677",
        "-0.5", "0", "0.00000000000000000000000000000000000001", "0.1", "0.1000000000000000000000001", "0.25", "9007199254740992",
        "9007199254740992.5", "9007199254740993", "12345678901234.567", "1234567890123456789", "1234567890123456789.5",
        "12345678901234567890123456789012345677", "12345678901234567890123456789012345678",
    ].sorted { Decimal(string: $0) ?? 0 < Decimal(string: $1) ?? 0 }

    private static func decimal(_ digits: String) -> NSDecimalNumber { NSDecimalNumber(string: digits) }

    /// A store with one object for each number, in another order, read by a context of its own.
    private func withAmounts(_ body: @Sendable (NSManagedObjectContext) throws -> Void) throws {
        let entity = NSEntityDescription()
        entity.name = "Entry"
        entity.properties = [
            NSManagedObjectModel.attribute("amount", .decimal), NSManagedObjectModel.attribute("other", .double),
        ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let store = try TestStore(model: model)
        let writer = store.context()
        try writer.performAndWait {
            for digits in Self.digits.reversed() {
                let entry = NSEntityDescription.insertNewObject(forEntityName: "Entry", into: writer)
                entry.setValue(Self.decimal(digits), forKey: "amount")
                entry.setValue(Self.decimal(digits).doubleValue, forKey: "other")
            }
            try writer.save()
        }
        let reader = store.context()
        try reader.performAndWait { try body(reader) }
    }

    private static func found(
        _ format: String, _ arguments: [Any] = [], in context: NSManagedObjectContext
    ) throws -> (fetched: [String], filtered: [String]) {
        func digits(_ objects: [NSManagedObject]) -> [String] {
            objects.compactMap { ($0.value(forKey: "amount") as? NSDecimalNumber).map { "\($0.decimalValue)" } }
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.sortDescriptors = [NSSortDescriptor(key: "amount", ascending: true)]
        let all = try context.fetch(request)
        let predicate = NSPredicate(format: format, argumentArray: arguments)
        request.predicate = predicate
        return (digits(try context.fetch(request)), digits(all.filtered(using: predicate)))
    }

    @Test func `a decimal of 38 digits survives a save`() throws {
        try withAmounts { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
            let amounts = try context.fetch(request).compactMap { ($0.value(forKey: "amount") as? NSDecimalNumber)?.decimalValue }
            #expect(Set(amounts) == Set(Self.digits.compactMap { Decimal(string: $0) }))
        }
    }

    @Test func `a fetch sorts decimals by all of their digits`() throws {
        try withAmounts { context in
            let found = try Self.found("TRUEPREDICATE", in: context)
            #expect(found.fetched == Self.digits)
        }
    }

    @Test(arguments: DecimalDigitsTests.digits, ["==", "!=", "<", "<=", ">", ">="])
    func `a comparison with a decimal goes by all digits`(digits: String, comparison: String) throws {
        try withAmounts { context in
            let place = try #require(Self.digits.firstIndex(of: digits))
            let expected: [String] =
                switch comparison {
                case "==": [digits]
                case "!=": Self.digits.filter { $0 != digits }
                case "<": Array(Self.digits[..<place])
                case "<=": Array(Self.digits[...place])
                case ">": Array(Self.digits[(place + 1)...])
                default: Array(Self.digits[place...])
                }
            let found = try Self.found("amount \(comparison) %@", [Self.decimal(digits)], in: context)
            #expect(found.fetched == expected)
            #expect(found.filtered == expected)
            let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="][comparison] ?? comparison
            #expect(try Self.found("%@ \(mirrored) amount", [Self.decimal(digits)], in: context).fetched == expected)
        }
    }

    @Test(arguments: ["amount == 0.1", "amount < 0.1", "amount >= 0.1", "amount IN {0.1, 0.25}", "NOT amount > 9007199254740993"])
    func `a comparison with a literal means the same in SQL and memory`(format: String) throws {
        try withAmounts { context in
            let found = try Self.found(format, in: context)
            #expect(found.fetched == found.filtered)
            #expect(!found.fetched.isEmpty)
        }
    }

    @Test(arguments: [
        "amount == other", "amount < other", "amount BETWEEN {%@, %@}", "amount IN {%@, %@}", "other IN {%@, %@}",
        "max({amount, amount}) == %@",
    ])
    func `a comparison of decimals with others means the same in SQL and memory`(format: String) throws {
        try withAmounts { context in
            let arguments: [Any] = [Self.decimal(Self.digits[2]), Self.decimal(Self.digits[15])]
            let found = try Self.found(format, arguments, in: context)
            #expect(found.fetched == found.filtered)
        }
    }

    /// `^` makes an integer, which only the running statement knows.
    @Test func `an integer is in a list with a decimal only if all digits agree`() throws {
        try withAmounts { context in
            let inexact = Self.decimal("3.00000000000000000001")
            let none = try Self.found("-4 ^ -1 + abs(other) * 0 IN {%@, amount}", [inexact], in: context)
            #expect(none.fetched == none.filtered)
            let list: [Any] = [[inexact, Self.decimal("3")]]
            let all = try Self.found("abs(other - other) + 3 IN %@", list, in: context)
            #expect(all.fetched == all.filtered)
            #expect(all.fetched.count == Self.digits.count)
        }
    }

    @Test func `TERNARY of a whole number and a decimal keeps the decimal's digits`() throws {
        try withAmounts { context in
            let amount = Self.decimal(Self.digits[0])
            let found = try Self.found("TERNARY(amount == nil, 1, amount - 5) IN {%@}", [amount], in: context)
            #expect(found.fetched == found.filtered)
            #expect(found.fetched.isEmpty)
        }
    }

    /// Division shows the type: that of whole numbers has no fraction.
    @Test(arguments: [
        "TERNARY(amount == nil, amount, 7) / 2 == 3", "(TERNARY(amount == nil, amount, 7) + 2) / 2 == 4",
        "TERNARY(amount == nil, 7, amount * 0 + 7) / 2 == 3.5", "max({amount * 0, 7}) / 2 == 3",
        "sum({amount * 0, 7}) / 2 == 3.5", "(amount * 0 + abs(TERNARY(amount == nil, 1, 7))) / 2 == 3.5",
        "abs(amount * 0 + 7) / 2 == 3.5", "CAST(amount * 0 + 7, 'NSNumber') / 2 == 3.5",
        "TERNARY(amount == nil, amount, 9007199254740993) != abs(TERNARY(amount == nil, 1.5, 9007199254740992.0))",
        "TERNARY(amount == nil, amount, 7) IN {7.0, 0.5}", "TERNARY(amount == nil, 7, amount * 0 + 7) IN {7, 0.5}",
        "count(distinct({amount * 0, 0})) == 1",
    ])
    func `a number beside a decimal keeps its type in SQL`(format: String) throws {
        try withAmounts { context in
            let found = try Self.found(format, in: context)
            #expect(found.filtered == Self.digits)
            #expect(found.fetched == Self.digits)
        }
    }

    @Test(arguments: [
        "TERNARY(other == nil, other, amount) IN {%@}", "TERNARY(other == nil, other, amount) < %@",
        "amount / 3 * 1.5 == TERNARY(amount < 0, other, amount) / 2", "NOT TERNARY(amount < 0, other, amount) IN {%@, 0.25}",
    ])
    func `a decimal beside a double keeps its digits in SQL`(format: String) throws {
        try withAmounts { context in
            let found = try Self.found(format, [Self.decimal("0.1")], in: context)
            #expect(found.fetched == found.filtered)
        }
    }

    /// 0.1 as a double equals every decimal to which it is the nearest double.
    @Test func `a list finds a decimal beside the double nearest to it`() throws {
        try withAmounts { context in
            let list: [Any] = [[NSNumber(value: 0.1), Self.decimal("0.1"), NSNumber(value: 0x1p53), NSNumber(value: 1 << 53)]]
            let found = try Self.found("amount IN %@", list, in: context)
            #expect(found.filtered.contains("0.1000000000000000000000001"))
            #expect(found.fetched == found.filtered)
        }
    }

    /// 9007199254740993 has more bits than a double, and 9007199254740992 is the nearest double.
    @Test(arguments: ["== %@", "!= %@", "< %@", "<= %@", "> %@", ">= %@", "IN {%@, 0.5}"])
    func `a whole decimal compares with a double by the nearest double`(comparison: String) throws {
        try withAmounts { context in
            let found = try Self.found("amount \(comparison)", [NSNumber(value: 0x1p53)], in: context)
            #expect(found.fetched == found.filtered)
        }
    }

    @Test(.ownStore) func `the greatest decimal of all rows has all of its digits`() throws {
        try withAmounts { context in
            let greatest = NSExpressionDescription()
            greatest.name = "greatest"
            greatest.expression = NSExpression(format: "max:(amount)")
            greatest.expressionResultType = .decimalAttributeType
            let request = NSFetchRequest<NSDictionary>(entityName: "Entry")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = [greatest]
            let found = try context.fetch(request).first?["greatest"] as? NSDecimalNumber
            #expect(found.map { "\($0.decimalValue)" } == Self.digits.last)
        }
    }

    @Test func `a unique decimal is unique by all of its digits`() throws {
        let entity = NSEntityDescription()
        entity.name = "Entry"
        entity.properties = [NSManagedObjectModel.attribute("amount", .decimal)]
        entity.uniquenessConstraints = [["amount"]]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let context = try NSPersistentContainer.inMemory(model).newBackgroundContext()
        try context.performAndWait {
            func insert(_ digits: String) {
                NSEntityDescription.insertNewObject(forEntityName: "Entry", into: context)
                    .setValue(Self.decimal(digits), forKey: "amount")
            }
            insert("0.1000000000000000000000001")
            insert("0.1000000000000000000000002")
            try context.save()
            insert("0.1000000000000000000000001")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
        }
    }
}
