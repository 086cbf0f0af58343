import Foundation
import StrataPredicates
import Testing

@testable import CoreData

/// The record of what a transaction writes, for the change set and for a history.
@Suite struct ChangeLogTests {
    /// A history that lists what is appended to it.
    private final class AppendedChanges: HistoryAppender {
        private(set) var list: [String] = []

        func append(_ kind: HistoryRecord.Kind, _ rowID: RowID, _ layout: EntityLayout, columns: Data?) throws {
            let names = columns.map { HistoryColumns.decode($0, of: layout).map { layout.names[$0] } }
            list.append("\(kind) \(layout.name) \(rowID.rawValue)\(names.map { " \($0)" } ?? "")")
        }

        func preserve(_ rowID: RowID, _ layout: EntityLayout) throws {
            list.append("preserve \(layout.name) \(rowID.rawValue)")
        }
    }

    private let model = NSManagedObjectModel.library()

    private func layout(_ name: String) throws -> EntityLayout { try #require(model.entitiesByName[name]).layout }

    private func write(_ log: ChangeLog<AppendedChanges>) throws {
        let (book, author) = (try layout("Book"), try layout("Author"))
        try log.entity(book, book).didInsert(1)
        try log.entity(author, author).didUpdate(2, slots: [try #require(author.slot(of: "name"))])
        try log.entity(book, book).didUpdate(
            3, slots: [try #require(book.slot(of: "author")), try #require(book.slot(of: "title"))])
        log.entity(book, book).didChangeMembers(4, slots: [try #require(book.slot(of: "tags"))])
        try log.entity(author, author).willDelete(5)
    }

    @Test func `a history has each change but those of members, and tombstones after deletions`() throws {
        let history = AppendedChanges()
        try write(ChangeLog(history))
        #expect(
            history.list == [
                "insert Book 1", #"update Author 2 ["name"]"#, #"update Book 3 ["author", "title"]"#, "delete Author 5",
                "preserve Author 5",
            ])
    }

    @Test func `the change set is the same with a history and without`() throws {
        let book = try layout("Book")
        for log in [ChangeLog(AppendedChanges()), ChangeLog<AppendedChanges>(nil)] {
            try write(log)
            let changes = log.changes
            #expect(changes.entities.map(\.entity.name) == ["Book", "Author"])
            #expect(changes.entities.map(\.inserted) == [[1], []])
            #expect(changes.entities.map(\.updated) == [[3, 4], [2]])
            #expect(changes.entities.map(\.deleted) == [[], [5]])
            let relationships = changes.entities[0].relationships.mapValues { $0.map { book.names[$0] } }
            #expect(relationships == [3: ["author"], 4: ["tags"]])
            #expect(log.writtenKeys == Set([1, 3, 4].map { RowKey(book, $0) } + [RowKey(try layout("Author"), 2)]))
        }
    }

    @Test func `a row counts as updated if nothing but its derived attributes changed`() throws {
        let (history, book) = (AppendedChanges(), try layout("Book"))
        let log = ChangeLog(history)
        try log.entity(book, book).didInsert(1)
        let title = try #require(book.slot(of: "title"))
        let derived = [3, 1, 2].map { (reference: ObjectReference(book, RowID($0)), slot: title) }
        try log.didDerive(derived) { $0 }
        #expect(history.list == ["insert Book 1", #"update Book 2 ["title"]"#, #"update Book 3 ["title"]"#])
        #expect(log.changes.entities.map(\.updated) == [[2, 3]])
    }
}
