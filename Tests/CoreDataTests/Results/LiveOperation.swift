import StrataTestSupport

/// One step of a random run of live results. Its numbers choose the affected objects among those
/// that exist when it runs.
struct LiveOperation: Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        case insert, title, author, tags, notes, prequel, delete
        case authorName, agent, agentName, tagName, noteText, deleteAuthor, deleteTag, deleteNote
        case save, rollback, refresh, refreshAll, reset
        case saveElsewhere, saveInOtherProcess, merge, batchInsert, batchUpdate, batchDelete
        case ask

        /// The frequency of the kind, relative to the others.
        var weight: Int {
            switch self {
            case .insert, .title, .author: 10
            case .save, .saveElsewhere, .merge: 9
            case .tags, .authorName, .delete: 6
            case .notes, .prequel, .tagName, .noteText, .agent, .agentName, .ask: 4
            case .saveInOtherProcess, .batchInsert, .batchUpdate, .batchDelete: 3
            case .rollback, .refresh, .deleteAuthor, .deleteTag, .deleteNote: 2
            case .refreshAll, .reset: 1
            }
        }
    }

    let kind: Kind
    let numbers: [Int]

    private static let bag = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    /// The kinds that edit a graph of objects, in any context.
    static let edits: [Kind] = [
        .insert, .insert, .title, .title, .author, .author, .tags, .notes, .prequel, .delete, .authorName, .agent, .agentName,
        .tagName,
        .noteText, .deleteAuthor, .deleteTag, .deleteNote,
    ]

    init(_ random: inout SeededGenerator) {
        kind = Self.bag[Int.random(in: 0..<Self.bag.count, using: &random)]
        numbers = (0..<6).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
    }

    var description: String { "\(kind) \(numbers)" }
}
