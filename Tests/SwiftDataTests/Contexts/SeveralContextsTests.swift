import Foundation
import SwiftData
import Testing

@Suite struct SeveralContextsTests {
    @Test func `a save of one context refreshes unchanged models of another`() throws {
        let container = try refContainer(RefItem.self)
        let (one, two) = (ModelContext(container), ModelContext(container))
        let item = RefItem("a")
        one.insert(item)
        try one.save()
        let read = try #require(try two.fetch(FetchDescriptor<RefItem>()).first)
        #expect(read.name == "a")
        item.name = "b"
        try one.save()
        #expect(try two.fetch(FetchDescriptor<RefItem>()).first === read)
        #expect(read.name == "b")
        #expect(!two.hasChanges)
    }

    @Test func `unsaved changes stay and the last save wins for each property`() throws {
        let container = try refContainer(RefItem.self)
        let (one, two) = (ModelContext(container), ModelContext(container))
        let item = RefItem("a", rank: 1)
        one.insert(item)
        try one.save()
        let read = try #require(try two.fetch(FetchDescriptor<RefItem>()).first)
        read.name = "two"
        item.name = "one"
        item.rank = 5
        try one.save()
        #expect(try two.fetch(FetchDescriptor<RefItem>()).first?.name == "two")
        try two.save()
        let result = try refReload(RefItem.self, container)
        #expect(result.name == "two")
        #expect(result.rank == 5)
    }

    @Test func `a delete in one context empties relationships of another`() throws {
        let container = try refContainer(RefItem.self)
        let (one, two) = (ModelContext(container), ModelContext(container))
        let parent = RefItem("parent")
        let child = RefItem("child")
        parent.others = [child]
        one.insert(parent)
        try one.save()
        let parents = #Predicate<RefItem> { $0.name == "parent" }
        let read = try #require(try two.fetch(FetchDescriptor(predicate: parents)).first)
        let readChild = try #require(read.others.first)
        #expect(readChild.name == "child")
        one.delete(child)
        try one.save()
        #expect(try two.fetchCount(FetchDescriptor<RefItem>()) == 1)
        #expect(read.others.isEmpty)
        #expect(readChild.name == "child")
        #expect(readChild.others.isEmpty)
    }
}
