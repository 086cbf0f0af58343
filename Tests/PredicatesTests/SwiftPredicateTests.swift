import Foundation
import Testing

@testable import StrataPredicates

import class StrataPredicates.NSPredicate

/// The conversion of `#Predicate` to NSPredicate, which matches that of Apple's frameworks and
/// evaluates to the same results as Foundation's own evaluation.
///
/// The expected formats follow `Tests/FoundationEssentialsTests/PredicateConversionTests.swift` in
/// https://github.com/swiftlang/swift-foundation.
@Suite struct SwiftPredicateTests {
    final class Shop: NSObject, Sendable {
        let name: String
        let nickname: String?
        let rank: Int
        let area: Double
        let isOpen: Bool
        let items: [Item]
        let owner: Item?
        let scores: [Int]
        let prices: [String: Int]

        init(
            _ name: String, _ nickname: String?, _ rank: Int, _ area: Double, _ isOpen: Bool, _ items: [Item],
            _ owner: Item? = nil
        ) {
            (self.name, self.nickname, self.rank, self.area) = (name, nickname, rank, area)
            (self.isOpen, self.items, self.owner) = (isOpen, items, owner)
            scores = items.map(\.price)
            prices = Dictionary(uniqueKeysWithValues: items.map { ($0.title, $0.price) })
        }
    }

    struct Item: Codable, Equatable, Sendable {
        let title: String
        let price: Int
        let kind: Kind
    }

    enum Kind: String, Codable, Sendable { case food, tool }

    private static let shops = [
        Shop("Ämter", "a", 1, 1.5, true, [Item(title: "saw", price: 9, kind: .tool), Item(title: "fig", price: 2, kind: .food)]),
        Shop("Bakery", nil, 2, -4, false, [], Item(title: "Bo", price: 7, kind: .tool)),
        Shop("cafe 12", "", 3, 0, true, [Item(title: "pie", price: 4, kind: .food)], Item(title: "Al", price: 0, kind: .food)),
    ]

    /// Returns the predicate's format, after checking that it evaluates to the same result as
    /// Foundation for every shop.
    private func format(_ predicate: Predicate<Shop>, _ comment: Comment? = nil) throws -> String {
        let read = NSPredicate.predicate(for: try PredicateForm(predicate))
        for shop in Self.shops {
            let expected = try predicate.evaluate(shop)
            #expect(read.evaluate(with: shop) == expected, "\(read) \(shop.name)")
        }
        #expect(NSPredicate(predicate) == read)
        return read.predicateFormat
    }

    /// Returns the format of the simplified form, which the evaluators and the SQL translation
    /// receive, after the checks of `format`.
    private func simplified(_ predicate: Predicate<Shop>) throws -> String {
        _ = try format(predicate)
        return try PredicateForm(predicate).simplified.format
    }

    @Test func `comparisons and logic of a Swift predicate have the format of a predicate`() throws {
        let name = "Bakery"
        #expect(try format(#Predicate { $0.name == name && $0.rank > 1 }) == "name == \"Bakery\" AND rank > 1")
        #expect(
            try format(#Predicate { $0.rank != 2 || !($0.area <= 1) || $0.isOpen })
                == "rank != 2 OR (NOT area <= 1) OR isOpen == 1")
        #expect(try format(#Predicate { $0.nickname == nil }) == "nickname == nil")
        #expect(try format(#Predicate { !$0.isOpen && $0.nickname != "a" }) == "(NOT isOpen == 1) AND nickname != \"a\"")
        #expect(try format(#Predicate { ($0.rank > 1) == true }) == "TERNARY(rank > 1, 1, 0) == 1")
        #expect(try format(#Predicate { _ in true }) == "1 == 1")
        #expect(try format(#Predicate { _ in false }) == "0 == 1")
        #expect(
            try format(#Predicate { $0.rank > 2 ? $0.isOpen : $0.area < 0 })
                == "TERNARY(rank > 2, isOpen, TERNARY(area < 0, 1, 0)) == 1")
    }

    @Test func `arithmetic and ranges of a Swift predicate have the format of a predicate`() throws {
        #expect(try format(#Predicate { $0.rank * 2 + 1 - $0.rank / 2 > 5 }) == "((rank * 2) + 1) - (rank / 2) > 5")
        #expect(try format(#Predicate { $0.rank % 2 == 1 && -$0.area > 0 }) == "modulus:by:(rank, 2) == 1 AND area * -1 > 0")
        #expect(try format(#Predicate { $0.area / 2 < 0.7 }) == "area / 2.0 < 0.7")
        #expect(try format(#Predicate { (1...2).contains($0.rank) }) == "rank BETWEEN {1, 2}")
        #expect(try format(#Predicate { ($0.rank...3).contains(2) }) == "2 BETWEEN {rank, 3}")
        #expect(try format(#Predicate { (1..<2).contains($0.rank) }) == "rank >= 1 AND rank < 2")
        let (closed, open, from, through) = (1...2, 1..<2, 2..., ...2)
        #expect(try format(#Predicate { closed.contains($0.rank) }) == "rank BETWEEN {1, 2}")
        #expect(try format(#Predicate { open.contains($0.rank) }) == "rank >= 1 AND rank < 2")
        #expect(try format(#Predicate { from.contains($0.rank) }) == "rank >= 2")
        #expect(try format(#Predicate { through.contains($0.rank) }) == "rank <= 2")
        let ranks = [1, 3]
        #expect(try format(#Predicate { ranks.contains($0.rank) }) == "rank IN {1, 3}")
    }

    @Test func `text functions of a Swift predicate have the format of a predicate`() throws {
        let (same, ascending) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
        #expect(try format(#Predicate { $0.name.contains("ake") }) == "name CONTAINS \"ake\"")
        #expect(try format(#Predicate { $0.name.starts(with: "caf") }) == "name BEGINSWITH \"caf\"")
        #expect(try format(#Predicate { $0.name.localizedStandardContains("AM") }) == "name CONTAINS[cd] \"AM\"")
        let sameCase = #Predicate<Shop> { $0.name.caseInsensitiveCompare("BAKERY") == same }
        #expect(
            try format(sameCase)
                == "TERNARY(name ==[c] \"BAKERY\", 0, TERNARY(name <[c] \"BAKERY\", -1, 1)) == 0")
        #expect(try simplified(sameCase) == "name ==[c] \"BAKERY\"")
        let before = #Predicate<Shop> { $0.name.localizedCompare("Cafe") == ascending }
        #expect(try format(before) == "TERNARY(name ==[l] \"Cafe\", 0, TERNARY(name <[l] \"Cafe\", -1, 1)) == -1")
        #expect(try simplified(before) == "(NOT name ==[l] \"Cafe\") AND name <[l] \"Cafe\"")
        #expect(try format(#Predicate { $0.name.isEmpty || $0.name.count > 6 }) == "name.length == 0 OR name.length > 6")
        let digits = #/\d+/#
        #expect(try format(#Predicate { $0.name.contains(digits) }).hasPrefix("name MATCHES \"(?s:.*)(?:"))
    }

    @Test func `functions of collections in a Swift predicate have the format of a predicate`() throws {
        #expect(try format(#Predicate { $0.items.count > 1 || $0.items.isEmpty }) == "items.@count > 1 OR items.@count == 0")
        #expect(
            try format(#Predicate { $0.items.contains { $0.price > 5 } })
                == "SUBQUERY(items, $_local_1, $_local_1.price > 5).@count != 0")
        #expect(
            try format(#Predicate { $0.items.allSatisfy { $0.price < 5 } })
                == "SUBQUERY(items, $_local_1, NOT $_local_1.price < 5).@count == 0")
        #expect(
            try format(#Predicate { shop in shop.items.filter { $0.price > shop.rank }.count == 2 })
                == "SUBQUERY(items, $_local_1, $_local_1.price > rank).@count == 2")
        #expect(try format(#Predicate { $0.scores.max() == 9 }) == "scores.@max.self == 9")
        #expect(try format(#Predicate { $0.scores.min() == 2 }) == "scores.@min.self == 2")
        #expect(try format(#Predicate { $0.scores.contains(9) }) == "9 IN scores")
        #expect(try format(#Predicate { $0.scores.count > 1 && $0.scores[0] == 9 }) == "scores.@count > 1 AND scores[0] == 9")
        #expect(try format(#Predicate { $0.prices["fig"] == 2 }) == "prices[\"fig\"] == 2")
        #expect(
            try format(#Predicate { $0.prices["fig", default: 1] == 1 })
                == "TERNARY(prices[\"fig\"] != nil, prices[\"fig\"], 1) == 1")
    }

    @Test func `optional values of a Swift predicate have the format of a predicate`() throws {
        let contains = #Predicate<Shop> { $0.nickname?.contains("a") == true }
        #expect(
            try format(contains) == "TERNARY(nickname != nil, TERNARY(nickname CONTAINS \"a\", 1, 0), nil) == 1")
        #expect(try simplified(contains) == "nickname != nil AND nickname CONTAINS \"a\"")
        #expect(try format(#Predicate { ($0.nickname ?? "x") == "x" }) == "TERNARY(nickname != nil, nickname, \"x\") == \"x\"")
        let isEmpty = #Predicate<Shop> { $0.nickname?.isEmpty ?? true }
        #expect(
            try format(isEmpty)
                == "TERNARY(TERNARY(nickname != nil, TERNARY(nickname.length == 0, 1, 0), nil) != nil, "
                + "TERNARY(nickname != nil, TERNARY(nickname.length == 0, 1, 0), nil), 1) == 1")
        let title = #Predicate<Shop> { $0.owner?.title == "Bo" }
        #expect(try format(title) == "TERNARY(owner != nil, owner.title, nil) == \"Bo\"")
        #expect(try simplified(title) == "owner.title == \"Bo\"")
        let count = #Predicate<Shop> { ($0.nickname?.count ?? -1) > 0 }
        #expect(
            try format(count)
                == "TERNARY(TERNARY(nickname != nil, nickname.length, nil) != nil, TERNARY(nickname != nil, nickname.length, nil), -1) > 0"
        )
        #expect(try simplified(count) == "nickname.length != nil AND nickname.length > 0")
        #expect(
            try simplified(#Predicate { $0.owner?.title.isEmpty != true })
                == "(NOT owner != nil) OR (NOT owner.title.length == 0)")
    }

    @Test func `a part that depends on no variable is a constant`() throws {
        let captured = Item(title: "x", price: 2, kind: .food)
        let numbers = [1, 2, 3]
        #expect(try format(#Predicate { $0.rank == captured.price }) == "rank == 2")
        #expect(try format(#Predicate { $0.isOpen == numbers.contains([1, 2]) }) == "isOpen == 1")
        #expect(try format(#Predicate { $0.rank == numbers[1] }) == "rank == {1, 2, 3}[1]")
    }

    @Test func `an operation without a format is an error that names it`() {
        let predicate = #Predicate<Shop> { ($0.rank as Any) is Int }
        let error = #expect(throws: InvalidPredicate.self) { try PredicateForm(predicate) }
        #expect(error?.message.contains("TypeCheck") == true && NSPredicate(predicate) == nil)
        #expect(throws: InvalidPredicate.self) { try PredicateForm(#Predicate<Shop> { $0.scores[0..<2].contains(9) }) }
    }

    @Test func `a Swift expression has the format of an expression`() throws {
        let area = #Expression<Shop, Double> { $0.area * 2 }
        let read = try #require(NSExpression(area))
        #expect(read == NSExpression(format: "area * 2.0"))
        #expect(read.expressionValue(with: Self.shops[0], context: nil) as? Double == 3)
    }
}
