import Foundation
import SwiftData
import Testing

@Model final class Lantern {
    var name: String

    init(name: String) { self.name = name }
}

/// A backing that the app keeps longer than the model.
@Suite struct BackingLifetimeTests {
    @Test func `a backing keeps its model, and a fetch gives that model`() throws {
        let context = ModelContext(try refContainer(Lantern.self))
        var lantern: Lantern? = Lantern(name: "red")
        context.insert(try #require(lantern))
        try context.save()
        let backing = try #require(lantern).persistentBackingData
        weak let former = lantern
        lantern = nil
        let fetched = try #require(try context.fetch(FetchDescriptor<Lantern>()).first)
        #expect(fetched === former)
        #expect(backing.getValue(forKey: \.name) == "red")
    }

    @Test func `a model that shares the values of another one outlives it`() throws {
        let context = ModelContext(try refContainer(Lantern.self))
        var lantern: Lantern? = Lantern(name: "red")
        context.insert(try #require(lantern))
        try context.save()
        let copy = Lantern(backingData: try #require(lantern).persistentBackingData)
        lantern = nil
        for index in 0..<100 { _ = Lantern(name: "other \(index)") }
        copy.name = "blue"
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Lantern>()).map(\.name) == ["blue"])
    }
}
