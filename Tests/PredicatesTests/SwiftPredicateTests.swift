import Foundation
import Testing

@testable import Predicates

import class Predicates.NSPredicate

/// `#Predicate` read into the form of formats; the same answer as Foundation's own evaluation.
@Suite struct SwiftPredicateTests {
    final class Shop: NSObject, Sendable {
        let name: String
        let nickname: String?
        let rank: Int
        let area: Double
        let isOpen: Bool
        let items: [Item]
        let owner: Item?

        init(
            _ name: String, _ nickname: String?, _ rank: Int, _ area: Double, _ isOpen: Bool, _ items: [Item],
            _ owner: Item? = nil
        ) {
            (self.name, self.nickname, self.rank, self.area) = (name, nickname, rank, area)
            (self.isOpen, self.items, self.owner) = (isOpen, items, owner)
        }
    }

    struct Item: Sendable, Equatable {
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

    /// The predicate's format, after making sure that it answers as Foundation does for every shop.
    private func format(_ predicate: Predicate<Shop>, _ comment: Comment? = nil) throws -> String {
        let read = NSPredicate.predicate(for: try PredicateForm(predicate))
        for shop in Self.shops {
            let expected = try predicate.evaluate(shop)
            #expect(read.evaluate(with: shop) == expected, "\(read) \(shop.name)")
        }
        #expect(NSPredicate(predicate) == read)
        return read.predicateFormat
    }

    @Test func comparisonsAndLogic() throws {
        let name = "Bakery"
        #expect(try format(#Predicate { $0.name == name && $0.rank > 1 }) == "name == \"Bakery\" AND rank > 1")
        #expect(
            try format(#Predicate { $0.rank != 2 || !($0.area <= 1) || $0.isOpen })
                == "rank != 2 OR (NOT area <= 1) OR isOpen == 1")
        #expect(try format(#Predicate { $0.nickname == nil }) == "nickname == nil")
        #expect(try format(#Predicate { !$0.isOpen && $0.nickname != "a" }) == "(NOT isOpen == 1) AND nickname != \"a\"")
        #expect(try format(#Predicate { ($0.rank > 1) == true }) == "rank > 1")
        #expect(try format(#Predicate { _ in true }) == "1 == 1")
    }

    @Test func numbersAndRanges() throws {
        #expect(try format(#Predicate { $0.rank * 2 + 1 - $0.rank / 2 > 5 }) == "((rank * 2) + 1) - (rank / 2) > 5")
        #expect(try format(#Predicate { $0.rank % 2 == 1 && -$0.area > 0 }) == "modulus:by:(rank, 2) == 1 AND 0 - area > 0")
        #expect(try format(#Predicate { $0.area / 2 < 0.7 }) == "area / 2 < 0.7")
        #expect(try format(#Predicate { (1...2).contains($0.rank) }) == "rank >= 1 AND rank <= 2")
        #expect(try format(#Predicate { (1..<2).contains($0.rank) }) == "rank >= 1 AND rank < 2")
        let ranks = [1, 3]
        #expect(try format(#Predicate { ranks.contains($0.rank) }) == "rank IN {1, 3}")
        #expect(
            try format(#Predicate { $0.rank > 2 ? $0.isOpen : $0.area < 0 })
                == "(rank > 2 AND isOpen == 1) OR ((NOT rank > 2) AND area < 0)")
    }

    @Test func text() throws {
        let (same, ascending) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
        #expect(try format(#Predicate { $0.name.contains("ake") }) == "name CONTAINS \"ake\"")
        #expect(try format(#Predicate { $0.name.starts(with: "caf") }) == "name BEGINSWITH \"caf\"")
        #expect(try format(#Predicate { $0.name.localizedStandardContains("AM") }) == "name CONTAINS[cd] \"AM\"")
        #expect(try format(#Predicate { $0.name.caseInsensitiveCompare("BAKERY") == same }) == "name ==[c] \"BAKERY\"")
        #expect(try format(#Predicate { $0.name.localizedCompare("Cafe") == ascending }) == "name <[l] \"Cafe\"")
        #expect(try format(#Predicate { $0.name.isEmpty || $0.name.count > 6 }) == "name == \"\" OR name.length > 6")
        let digits = #/\d+/#
        #expect(try format(#Predicate { $0.name.contains(digits) }).hasPrefix("name MATCHES \"(?s:.*)(?:"))
    }

    @Test func collections() throws {
        #expect(try format(#Predicate { $0.items.count > 1 || $0.items.isEmpty }) == "items.@count > 1 OR items.@count == 0")
        #expect(
            try format(#Predicate { $0.items.contains { $0.price > 5 } })
                == "SUBQUERY(items, $element1, $element1.price > 5).@count > 0")
        #expect(
            try format(#Predicate { $0.items.allSatisfy { $0.price < 5 } })
                == "SUBQUERY(items, $element1, NOT $element1.price < 5).@count == 0")
        #expect(
            try format(#Predicate { $0.items.filter { $0.price > 1 }.count == 2 })
                == "SUBQUERY(items, $element1, $element1.price > 1).@count == 2")
    }

    @Test func optionals() throws {
        #expect(
            try format(#Predicate { $0.nickname?.contains("a") == true }) == "(NOT nickname == nil) AND nickname CONTAINS \"a\"")
        #expect(try format(#Predicate { ($0.nickname ?? "x") == "x" }) == "TERNARY(nickname == nil, \"x\", nickname) == \"x\"")
        #expect(
            try format(#Predicate { $0.nickname?.isEmpty ?? true })
                == "((NOT nickname == nil) AND nickname == \"\") OR (nickname == nil AND 1 == 1)")
        #expect(try format(#Predicate { $0.owner?.title == "Bo" }) == "owner.title == \"Bo\"")
        #expect(try format(#Predicate { $0.owner?.title.isEmpty == false }) == "(NOT owner == nil) AND (NOT owner.title == \"\")")
    }

    @Test func whatHasNoFormIsNamed() {
        let predicate = #Predicate<Shop> { ($0.rank as Any) is Int }
        let error = #expect(throws: InvalidPredicate.self) { try PredicateForm(predicate) }
        #expect(error?.message.contains("TypeCheck") == true && NSPredicate(predicate) == nil)
    }
}
