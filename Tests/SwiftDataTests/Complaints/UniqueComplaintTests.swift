import Foundation
import SwiftData
import Testing

/// Reports about unique attributes.
struct UniqueComplaintTests {
    private func titles(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)])).map(\.title)
    }

    // F 750839
    @Test func `two models of one unique value are different until the save, and one row after it`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let (one, two) = (Album(title: "same", year: 1), Album(title: "same", year: 2))
        context.insert(one)
        context.insert(two)
        let before = try context.fetch(FetchDescriptor<Album>())
        #expect(before.count == 2)
        #expect(Set(before.map(\.id)).count == 2)
        #expect(Set(before).count == 2)
        try context.save()
        let after = try context.fetch(FetchDescriptor<Album>())
        #expect(after.count == 1)
        #expect(try context.fetchCount(FetchDescriptor<Album>()) == 1)
        #expect(try Complaint.count(Album.self, container) == 1)
    }

    // https://zenn.dev/kabeya/scraps/78e53abb0503bd
    @Test
    func `the row that survives has the relationships of the incoming model`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let old = try Complaint.album("a", "b", in: context)
        old.genres = [Genre(name: "old"), Genre(name: "both")]
        try context.save()
        let both = old.genres[1]
        let new = Album(title: "album", year: 5)
        context.insert(new)
        new.songs = [Song(name: "c")]
        new.genres = [both, Genre(name: "new")]
        try context.save()
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Album>()).first)
        #expect(read.year == 5)
        #expect(read.songs.map(\.name) == ["c"])
        #expect(read.genres.map(\.name).sorted() == ["both", "new"])
        let genres = try ModelContext(container).fetch(FetchDescriptor<Genre>(sortBy: [SortDescriptor(\.name)]))
        #expect(genres.map(\.albums.count) == [1, 1, 0])
    }

    // https://swiftdeveloper.ninja/swiftui-unique-attribute-bug/
    @Test func `saving a duplicate makes both models show the saved values`() throws {
        let context = ModelContext(try Complaint.container())
        let old = Album(title: "same", year: 1)
        old.note = "old"
        context.insert(old)
        try context.save()
        let new = Album(title: "same", year: 2)
        context.insert(new)
        try context.save()
        for album in [old, new] {
            #expect(album.title == "same")
            #expect(album.year == 2)
        }
        #expect(try titles(context) == ["same"])
    }

    @Test
    func `a model that became a stored row saves its later changes`() throws {
        let context = ModelContext(try Complaint.container())
        let old = Album(title: "same", year: 1)
        old.note = "old"
        context.insert(old)
        try context.save()
        let new = Album(title: "same", year: 2)
        context.insert(new)
        try context.save()
        new.year = 3
        try context.save()
        #expect(try titles(context) == ["same"])
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Album>()).map(\.year) == [3])
    }

    @Test func `changing a value to one that is in use leaves one row`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let (one, two) = (Album(title: "one", year: 1), Album(title: "two", year: 2))
        context.insert(one)
        context.insert(two)
        try context.save()
        two.title = "one"
        try context.save()
        #expect(try titles(ModelContext(container)) == ["one"])
        #expect(try titles(context) == ["one"])
    }

    // vultisig/vultisig-ios/pull/3102
    @Test func `the incoming model has the permanent identifier of the stored row`() throws {
        let container = try Complaint.container()
        let context = ModelContext(container)
        let old = try Complaint.album("a", in: context)
        let identifier = old.persistentModelID
        for other in [context, ModelContext(container)] {
            let new = Album(title: "album", year: 9)
            other.insert(new)
            #expect(new.persistentModelID.storeIdentifier == nil)
            try other.save()
            #expect(new.persistentModelID == identifier)
            #expect((ModelContext(container).model(for: identifier) as? Album)?.year == 9)
        }
    }
}
