internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Returns the selected transactions in the order of the query.
    ///
    /// - Complexity: O(n) in the number of their changes, if the selection has no conditions but
    ///   those on numbers and one author.
    func history(_ query: HistoryQuery) throws -> [HistoryRecord] {
        try read { database in
            let condition = try condition(query, database)
            guard query.isDescending else {
                return try history(where: condition, limit: query.limit, withChanges: query.readsChanges, database)
            }
            let newest = query.limit > 0 ? condition.newest(query.limit) : condition
            return try history(where: newest, limit: 0, withChanges: query.readsChanges, database).reversed()
        }
    }

    /// Deletes the selected transactions, whatever the selection's limit.
    func deleteHistory(_ query: HistoryQuery) throws {
        try write { database in try deleteHistory(where: condition(query, database), database) }
    }

    /// Deletes transactions by their numbers.
    func deleteHistory(_ numbers: [Int64]) throws {
        try write { database in
            for number in numbers { try deleteHistory(where: HistoryCondition("Z_PK = ?", .int(number)), database) }
        }
    }

    /// The number of the last transaction, even if the history no longer has it; 0 before the first.
    func lastTransaction() throws -> Int64 { try read(HistoryPosition.lastTransaction) }

    private func condition(_ query: HistoryQuery, _ database: Database) throws -> HistoryCondition {
        let isOlder = try HistoryTables.areOlder(database)
        var condition = HistoryCondition("Z_PK > ?", .int(0))
        for part in query.conditions {
            switch part {
            case .number(let relation, let number): condition.add("Z_PK \(relation.rawValue) ?", .int(number))
            case .time(let relation, let date): condition.add("ZTIMESTAMP \(relation.rawValue) ?", .date(date))
            case .numbers(let numbers):
                let list = numbers.map(String.init).joined(separator: ", ")
                condition.add(anyOf: [HistoryCondition("Z_PK IN (\(list))")])
            case .authors(let authors): condition.add(anyOf: authors.map { Self.condition(author: $0, isOlder) })
            }
        }
        return condition
    }

    private static func condition(author: String?, _ isOlder: Bool) -> HistoryCondition {
        guard let author else {
            return HistoryCondition(isOlder ? "ZAUTHOR IS NULL" : "ZAUTHORTS IS NULL AND ZAUTHOR IS NULL")
        }
        var condition = HistoryCondition("ZAUTHOR = ?", .string(author))
        if !isOlder {
            condition = HistoryCondition(
                anyOf: [
                    HistoryCondition(
                        "ZAUTHORTS = (SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?)", .string(author)), condition,
                ])
        }
        return condition
    }
}
