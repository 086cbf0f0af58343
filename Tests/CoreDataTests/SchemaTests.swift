import Foundation
import Testing

@testable import CoreData

/// The tables of real models, beside those that Apple's Core Data made of them.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct SchemaTests {
    private func statements(_ model: String, version: String) throws -> Set<String> {
        let url = SharedData.folder.appending(path: "models/\(model).xcdatamodeld/\(version).xcdatamodel")
        let layout = StoreLayout(try #require(NSManagedObjectModel(contentsOf: url)))
        return Set((layout.tables.flatMap(\.createStatements) + layout.joins.flatMap(\.createStatements)).map { $0 + ";" })
    }

    private func schema(_ store: String) throws -> Set<String> {
        let text = try String(contentsOf: SharedData.folder.appending(path: "stores/\(store)/schema.sql"), encoding: .utf8)
        let bookkeeping = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
        return Set(text.split(separator: "\n").map(String.init).filter { line in !bookkeeping.contains(where: line.contains) })
    }

    private func compare(_ model: String, version: String, with store: String, except leftOver: String? = nil) throws {
        let ours = try statements(model, version: version)
        let theirs = try schema(store).filter { line in leftOver.map { !line.contains($0) } ?? true }
        #expect(ours.subtracting(theirs).sorted() == [], "made by us only")
        #expect(theirs.subtracting(ours).sorted() == [], "made by Apple only")
    }

    @Test func bookmarks() throws {
        try compare("BookmarksModel", version: "BookmarksModel", with: "ddg-bookmarks-v1")
        // The store was migrated, and kept an index under the name that an earlier version of the model gave it.
        try compare(
            "BookmarksModel", version: "BookmarksModel 4", with: "ddg-bookmarks-v4", except: "Z_BookmarkEntity_isPendingDeletion "
        )
    }

    @Test func surfJournal() throws {
        try compare("SurfJournalModel", version: "SurfJournalModel", with: "kodeco-surfjournal")
    }

    /// The store was made by a later version of the model than we have, so the tables that both know alike are compared.
    @Test func careKitsPeopleAndAddresses() throws {
        let ours = try statements("CareKitStore", version: "CareKitStore2.1")
        let shared = try schema("carekit-2.1-73dc7fe").filter {
            $0.contains("ZOCKCDPOSTALADDRESS") || $0.contains("ZOCKCDPERSONNAME")
        }
        #expect(shared.count == 7)
        #expect(shared.subtracting(ours).sorted() == [])
    }
}
