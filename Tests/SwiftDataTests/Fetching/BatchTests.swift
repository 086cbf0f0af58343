import Foundation
import Testing

@testable import CoreData
@testable import SwiftData

@Model final class BatchParcel {
    var number: Int
    var name: String
    @Attribute(.externalStorage) var content: Data?

    init(_ number: Int) {
        self.number = number
        name = "n\(number)"
    }
}

/// The reads of fetches, and their time.
@Suite struct BatchTests {
    private struct Reference {
        weak var object: NSManagedObject?
    }

    private func container(_ count: Int) throws -> ModelContainer {
        let container = try refContainer(BatchParcel.self)
        let context = ModelContext(container)
        for number in 0..<count { context.insert(BatchParcel(number)) }
        try context.save()
        return container
    }

    @Test func `the first use of a model reads its batch`() throws {
        let context = ModelContext(try container(10))
        var descriptor = FetchDescriptor<BatchParcel>(sortBy: [SortDescriptor(\.number)])
        descriptor.includePendingChanges = false
        let found = try context.fetch(descriptor, batchSize: 4)
        func readRows() -> [Int] { found.indices.filter { found[$0].anchor.object?.row != nil } }
        #expect(readRows() == [])
        #expect(found[5].number == 5)
        #expect(readRows() == [4, 5, 6, 7])
        #expect(found[9].name == "n9")
        #expect(readRows() == [4, 5, 6, 7, 8, 9])
    }

    @Test func `identifiers in batches are made when they are used, and stay after a deletion`() throws {
        let container = try container(10)
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<BatchParcel>(sortBy: [SortDescriptor(\.number, order: .reverse)])
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
            try context.fetchIdentifiers(descriptor, batchSize: 3)
        }
        descriptor.includePendingChanges = false
        let expected = try context.fetchIdentifiers(descriptor)
        context.insert(BatchParcel(10))
        let found = try context.fetchIdentifiers(descriptor, batchSize: 3)
        #expect(found[4].objectID !== found[4].objectID)
        let other = ModelContext(container)
        for parcel in try other.fetch(FetchDescriptor<BatchParcel>(predicate: #Predicate { $0.number > 6 })) {
            other.delete(parcel)
        }
        try other.save()
        #expect(Array(found) == expected)
        #expect(try context.fetchIdentifiers(descriptor, batchSize: 0).count == 7)
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 1
        #expect(try Array(context.fetchIdentifiers(descriptor, batchSize: 1)) == Array(expected[4...5]))
    }

    @Test func `an enumeration keeps the objects of one batch at most`() throws {
        let context = ModelContext(try container(100))
        var references: [Reference] = []
        var numbers: [Int] = []
        let descriptor = FetchDescriptor<BatchParcel>(sortBy: [SortDescriptor(\.number, order: .reverse)])
        try context.enumerate(descriptor, batchSize: 10) { parcel in
            numbers.append(parcel.number)
            references.append(Reference(object: parcel.anchor.object))
            #expect(parcel.anchor.object?.row != nil)
            #expect(references.count { $0.object != nil } <= 10)
        }
        #expect(numbers == (0..<100).reversed())
    }

    @Test func `an enumeration has unsaved models, and goes on while the closure changes, deletes and saves`() throws {
        let context = ModelContext(try container(3))
        for number in 3..<6 { context.insert(BatchParcel(number)) }
        var numbers: [Int] = []
        try context.enumerate(FetchDescriptor<BatchParcel>(sortBy: [SortDescriptor(\.number)]), batchSize: 2) { parcel in
            numbers.append(parcel.number)
            parcel.name = "changed"
            if parcel.number == 2 {
                let later = try context.fetch(FetchDescriptor<BatchParcel>(predicate: #Predicate { $0.number == 3 }))
                for parcel in later { context.delete(parcel) }
            }
            if parcel.number == 4 { try context.save() }
        }
        #expect(numbers == [0, 1, 2, 4, 5])
        try context.save()
        #expect(try context.fetch(FetchDescriptor<BatchParcel>()).map(\.name) == Array(repeating: "changed", count: 5))
    }

    @Test func `an enumeration with a limit, and one that its closure ends`() throws {
        struct Stopped: Error {}
        let context = ModelContext(try container(5))
        var descriptor = FetchDescriptor<BatchParcel>(sortBy: [SortDescriptor(\.number)])
        (descriptor.fetchOffset, descriptor.fetchLimit) = (1, 3)
        var numbers: [Int] = []
        try context.enumerate(descriptor, batchSize: 2) { numbers.append($0.number) }
        #expect(numbers == [1, 2, 3])
        #expect(throws: Stopped.self) {
            try context.enumerate(descriptor, batchSize: 0) { parcel in
                numbers.append(parcel.number)
                throw Stopped()
            }
        }
        #expect(numbers == [1, 2, 3, 1])
    }

    @Test func `a fetch reads the named properties, and the others on first use`() throws {
        let context = ModelContext(try container(1))
        var descriptor = FetchDescriptor<BatchParcel>()
        descriptor.propertiesToFetch = [\.name]
        let parcel = try #require(try context.fetch(descriptor).first)
        #expect(parcel.anchor.object?.row == nil)
        #expect(parcel.name == "n0")
        #expect(parcel.anchor.object?.row == nil)
        #expect(parcel.number == 0)
        #expect(parcel.anchor.object?.row != nil)
        parcel.name = "new"
        let again = try context.fetch(descriptor)
        #expect(again.map(\.name) == ["new"])
        #expect(again.first?.number == 0)
        try context.save()
        #expect(try ModelContext(context.container).fetch(descriptor).map(\.name) == ["new"])
    }

    @Test func `a deletion by a predicate that no store evaluates throws an error of SwiftData`() throws {
        let context = ModelContext(try container(1))
        let data: Data? = Data([1])
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<BatchParcel>(predicate: #Predicate { $0.content == data }))
        }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.delete(model: BatchParcel.self, where: #Predicate { $0.content == data })
        }
        #expect(try context.fetchCount(FetchDescriptor<BatchParcel>()) == 1)
    }
}
