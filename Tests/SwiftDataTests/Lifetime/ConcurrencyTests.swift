import Foundation
import SwiftData
import Testing

@Model final class Parcel {
    @Attribute(.unique) var code: String
    var round: Int
    var van: Van?

    init(code: String, round: Int) {
        self.code = code
        self.round = round
    }
}

@Model final class Van {
    var name: String
    @Relationship(inverse: \Parcel.van) var parcels: [Parcel] = []

    init(name: String) { self.name = name }
}

@ModelActor private actor Sender {
    func send(_ name: String, _ round: Int) throws {
        let vans = try modelContext.fetch(FetchDescriptor<Van>(predicate: #Predicate { $0.name == name }))
        let van = vans.first ?? Van(name: name)
        modelContext.insert(van)
        let parcel = Parcel(code: "\(name) \(round)", round: round)
        modelContext.insert(parcel)
        parcel.van = van
        if round > 0, round.isMultiple(of: 10) {
            let last = round - 10
            for old in van.parcels where old.round == last { old.round += 10_000 }
        }
        try modelContext.save()
    }
}

struct ConcurrencyTests {
    @MainActor private final class End {
        var isReached = false
    }

    @MainActor @Test(.timeLimit(.minutes(30)), arguments: [false, true])
    func `two actors write and the main context reads, without a deadlock or a lost row`(inFile: Bool) async throws {
        let folder = try StoreFolder()
        let configuration =
            inFile
            ? ModelConfiguration(url: folder.url.appending(path: "parcels.store"))
            : ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Parcel.self, configurations: configuration)
        let rounds = 200
        let context = container.mainContext
        let writers = ["a", "b"].map { name in
            Task.detached {
                let sender = Sender(modelContainer: container)
                for round in 0..<rounds { try await sender.send(name, round) }
            }
        }
        let end = End()
        let waiter = Task {
            defer { end.isReached = true }
            for writer in writers { try await writer.value }
        }
        var seen = 0
        var held: [Parcel] = []
        func read() throws {
            let parcels = try context.fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.round), SortDescriptor(\.code)]))
            #expect(parcels.count >= seen)
            #expect(Set(parcels.map(\.code)).count == parcels.count)
            for van in try context.fetch(FetchDescriptor<Van>()) {
                for parcel in van.parcels { #expect(parcel.van === van) }
            }
            seen = parcels.count
            held = parcels
        }
        while !end.isReached {
            try read()
            await Task.yield()
        }
        try await waiter.value
        try read()
        #expect(seen == 2 * rounds)
        let codes = Set(["a", "b"].flatMap { name in (0..<rounds).map { "\(name) \($0)" } })
        #expect(Set(try ModelContext(container).fetch(FetchDescriptor<Parcel>()).map(\.code)) == codes)
        let vans = try context.fetch(FetchDescriptor<Van>(sortBy: [SortDescriptor(\.name)]))
        #expect(vans.map(\.name) == ["a", "b"])
        #expect(vans.map(\.parcels.count) == [rounds, rounds])
        // The models that the app uses have the committed values, too.
        #expect(held.count { $0.round >= 10_000 } == 2 * (rounds / 10 - 1))
    }

    @MainActor @Test(.timeLimit(.minutes(30)))
    func `the main context and an actor that change one model both arrive`() async throws {
        let container = try ModelContainer(for: Parcel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = container.mainContext
        context.autosaveEnabled = false
        let parcel = Parcel(code: "start", round: 0)
        context.insert(parcel)
        try context.save()
        let identifier = parcel.persistentModelID
        let writer = Task.detached {
            let renamer = Renamer(modelContainer: container)
            for number in 1...200 { try await renamer.rename(identifier, "code \(number)") }
        }
        for number in 1...200 {
            parcel.round = number
            try context.save()
            await Task.yield()
        }
        try await writer.value
        let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Parcel>()).first)
        #expect(stored.code == "code 200")
        #expect(stored.round == 200)
        context.processPendingChanges()
        #expect(parcel.code == "code 200")
    }
}

@ModelActor private actor Renamer {
    struct Missing: Error {}

    func rename(_ identifier: PersistentIdentifier, _ code: String) throws {
        guard let parcel = self[identifier, as: Parcel.self] else { throw Missing() }
        parcel.code = code
        try modelContext.save()
    }
}
