import Foundation
import SwiftData
import Testing

@Suite struct ContainerErrorTests {
    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<RefItem>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    @Test func `a store without permission to save refuses the save and keeps its rows`() throws {
        let folder = try RefFolderOnDisk()
        do {
            let context = ModelContext(try folder.container(RefItem.self))
            context.insert(RefItem("a"))
            try context.save()
        }
        let context = ModelContext(try folder.container(RefItem.self, allowsSave: false))
        #expect(try names(context) == ["a"])
        context.insert(RefItem("b"))
        #expect(throws: (any Error).self) { try context.save() }
        #expect(try names(ModelContext(try folder.container(RefItem.self))) == ["a"])
    }

    @Test func `a file that is no store throws loadIssueModelContainer`() throws {
        let folder = try RefFolderOnDisk()
        try Data("this is no database, it is a text".utf8).write(to: folder.url.appending(path: "a.store"))
        do {
            _ = try folder.container(RefItem.self)
            Issue.record("opened")
        } catch SwiftDataError.loadIssueModelContainer {
            // Expected.
        }
    }

    @Test func `batched fetches need a descriptor without pending changes`() throws {
        let context = ModelContext(try refContainer(RefItem.self))
        for number in 0..<25 { context.insert(RefItem("\(number)", rank: number)) }
        try context.save()
        var descriptor = FetchDescriptor<RefItem>(sortBy: [SortDescriptor(\.rank)])
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) { try context.fetch(descriptor, batchSize: 10) }
        descriptor.includePendingChanges = false
        let found = try context.fetch(descriptor, batchSize: 10)
        #expect(found.count == 25)
        #expect(found[24].rank == 24)
        #expect(found.map(\.rank) == Array(0..<25))
        var sum = 0
        try context.enumerate(FetchDescriptor<RefItem>(), batchSize: 4) { sum += $0.rank }
        #expect(sum == 300)
    }

    @Test func `two configurations keep their types in two stores`() throws {
        let folder = try RefFolderOnDisk()
        let items = ModelConfiguration("items", schema: Schema([RefItem.self]), url: folder.url.appending(path: "i.store"))
        let cells = ModelConfiguration("cells", schema: Schema([RefCell.self]), url: folder.url.appending(path: "c.store"))
        let container = try ModelContainer(for: RefItem.self, RefCell.self, configurations: items, cells)
        let context = ModelContext(container)
        let (item, cell) = (RefItem("a"), RefCell(1, 1, code: "c", text: "t"))
        context.insert(item)
        context.insert(cell)
        try context.save()
        #expect(item.persistentModelID.storeIdentifier != cell.persistentModelID.storeIdentifier)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefItem>()) == 1)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefCell>()) == 1)
    }

    @Test func `configurations give names and addresses`() {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(memory.url.path() == "/dev/null")
        #expect(memory.isStoredInMemoryOnly)
        #expect(ModelConfiguration().url.lastPathComponent == "default.store")
        #expect(ModelConfiguration("shop").url.lastPathComponent == "shop.store")
        #expect(ModelConfiguration("shop").name == "shop")
        #expect(ModelConfiguration().allowsSave)
    }
}
