import Foundation
import SwiftData
import Testing

@ModelActor
private actor Recorder {
    /// Inserts stops, each of which is saved twice.
    func record(_ numbers: Range<Int>) throws {
        for number in numbers {
            let stop = Stop(place: "new", number: number)
            modelContext.insert(stop)
            try modelContext.save()
            stop.place = "saved"
            try modelContext.save()
        }
    }

    func rename(_ identifier: PersistentIdentifier, _ place: String) throws {
        self[identifier, as: Stop.self]?.place = place
        try modelContext.save()
    }

    func delete(_ identifier: PersistentIdentifier) throws {
        if let stop = self[identifier, as: Stop.self] { modelContext.delete(stop) }
        try modelContext.save()
    }
}

/// Saves of model actors beside the main context (published complaints 27 and 29).
@MainActor @Suite(.timeLimit(.minutes(30))) struct ConcurrentSavesTests {
    @Test func `an actor's insertions, changes and deletions reach the main context without further code`() async throws {
        let context = try makeContainer().mainContext
        context.autosaveEnabled = false
        let stop = Stop(place: "a", number: 1)
        context.insert(stop)
        try context.save()
        let recorder = Recorder(modelContainer: context.container)
        try await recorder.rename(stop.persistentModelID, "b")
        await wait { stop.place == "b" }
        try await recorder.record(2..<3)
        #expect(try context.fetch(FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.number)])).map(\.place) == ["b", "saved"])
        try await recorder.delete(stop.persistentModelID)
        #expect(try context.fetch(FetchDescriptor<Stop>()).map(\.number) == [2])
        #expect(stop.modelContext == nil)
    }

    @Test(arguments: [true, false])
    func `actors and the main context save and fetch at once, and each save counts`(inMemory: Bool) async throws {
        let folder = try StoreFolder()
        let container = inMemory ? try makeContainer() : try folder.container()
        let context = container.mainContext
        context.autosaveEnabled = false
        let person = Person(name: "p")
        context.insert(person)
        try context.save()
        let observer = try HistoryObserver(observedModels: [Stop.self], modelContainer: container)
        try await withThrowingTaskGroup { group in
            for part in 0..<3 {
                group.addTask { try await Recorder(modelContainer: container).record(part * 100..<part * 100 + 20) }
            }
            for turn in 0..<20 {
                person.name = "\(turn)"
                try context.save()
                for stop in try context.fetch(FetchDescriptor<Stop>()) { #expect(stop.place.isEmpty == false) }
                await Task.yield()
            }
            try await group.waitForAll()
        }
        await wait { observer.eventCounter == 120 }
        let stops = try context.fetch(FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.number)]))
        #expect(stops.map(\.number) == Array(0..<20) + Array(100..<120) + Array(200..<220))
        #expect(stops.allSatisfy { $0.place == "saved" })
        #expect(try context.fetch(FetchDescriptor<Person>()).map(\.name) == ["19"])
        #expect(try context.allHistory().count == 141)
    }
}
