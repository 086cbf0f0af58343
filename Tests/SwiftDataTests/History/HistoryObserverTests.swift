import Foundation
import Synchronization
import Testing

@testable import CoreData
@testable import SwiftData

struct HistoryObserverTests {
    @Test func `the counter can be read while another thread reads the history`() throws {
        let context = ModelContext(try makeItemContainer())
        let coordinator = context.container.storage.coordinator
        let failures = EngineFailures()
        failures.install(in: coordinator)
        let observer = try HistoryObserver(modelContainer: context.container)
        try context.save(Item(1))
        let hold = failures.hold { $0 == .history }
        let (read, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: coordinator)
            ended.signal()
        }
        hold.waitUntilCalled()
        let counter = Atomic(0)
        Thread.detachNewThread {
            counter.store(observer.eventCounter, ordering: .relaxed)
            read.signal()
        }
        // The limit only ends a hang.
        #expect(read.wait(timeout: .now() + .seconds(30 * 60)) == .success)
        #expect(counter.load(ordering: .relaxed) == 1)
        hold.release()
        ended.wait()
        #expect(observer.eventCounter == 1)
    }

    @Test func `threads that read the same transactions count them once`() throws {
        let context = ModelContext(try makeItemContainer())
        let coordinator = context.container.storage.coordinator
        let failures = EngineFailures()
        failures.install(in: coordinator)
        let observer = try HistoryObserver(modelContainer: context.container)
        // One thread has read the number of the last transaction, and waits to read the first two.
        let hold = failures.hold { $0 == .history }
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: coordinator)
            ended.signal()
        }
        hold.waitUntilCalled()
        for number in 1...2 { try context.save(Item(number)) }
        #expect(observer.eventCounter == 2)
        hold.release()
        ended.wait()
        #expect(observer.eventCounter == 2)
    }

    @Test func `every transaction counts without filters, from now on`() throws {
        let context = ModelContext(try makeItemContainer())
        try context.save(Item(1))
        let observer = try HistoryObserver(modelContainer: context.container)
        #expect(observer.eventCounter == 0)
        try context.save(Item(2))
        #expect(observer.eventCounter == 1)
        try context.save()
        #expect(observer.eventCounter == 1)
        try ModelContext(context.container).save(Item(3))
        #expect(observer.eventCounter == 2)
        #expect(observer.observedModels.isEmpty)
        #expect(observer.modelContainer == context.container)
    }

    @Test func `transactions count that touch an observed class or a subclass of it`() throws {
        let context = ModelContext(try makeItemContainer())
        let boxes = try HistoryObserver(observedModels: [Box.self], modelContainer: context.container)
        let animals = try HistoryObserver(observedModels: [Animal.self, Box.self], modelContainer: context.container)
        let dogs = try HistoryObserver(observedModels: [Dog.self], modelContainer: context.container)
        let box = Box(label: "a")
        let animal = Animal(name: "Tom")
        let dog = Dog(name: "Rex", chip: 1)
        var seen: [[Int]] = []
        for step in 0..<6 {
            switch step {
            case 0: context.insert(box)
            case 1: context.insert(animal)
            case 2: context.insert(dog)
            case 3: dog.name = "Max"
            case 4: context.insert(Item(1))
            default: context.delete(box)
            }
            try context.save()
            seen.append([boxes, animals, dogs].map(\.eventCounter))
        }
        #expect(seen == [[1, 1, 0], [1, 2, 0], [1, 3, 1], [1, 4, 2], [1, 4, 2], [2, 5, 2]])
        #expect(dogs.observedModels.map { "\($0)" } == ["Dog"])
    }

    @Test func `transactions of an observed author count`() throws {
        let context = ModelContext(try makeItemContainer())
        let observer = try HistoryObserver(
            observedModels: [Item.self], authors: ["a", "c"], modelContainer: context.container)
        for (index, author) in ["a", "b", nil, "c"].enumerated() { try context.save(Item(index), as: author) }
        context.author = "a"
        context.insert(Box(label: "b"))
        try context.save()
        #expect(observer.eventCounter == 2)
        #expect(observer.authors == ["a", "c"])
    }

    @Test func `transactions after given tokens are counted at once, and its own tokens continue`() throws {
        let context = ModelContext(try makeItemContainer())
        for index in 1...3 { try context.save(Item(index)) }
        let first = try #require(try context.allHistory().first)
        let observer = try HistoryObserver(
            historyTokens: [first.storeIdentifier: first.token], modelContainer: context.container)
        #expect(observer.eventCounter == 2)
        let tokens = observer.historyTokens
        #expect(tokens.keys.map { $0 } == [first.storeIdentifier])
        try context.save(Item(4))
        #expect(observer.eventCounter == 3)
        let next = try HistoryObserver(historyTokens: tokens, modelContainer: context.container)
        #expect(next.eventCounter == 1)
    }

    @Test func `an observer is refused for expired and foreign tokens, and for unknown classes`() throws {
        let context = ModelContext(try makeItemContainer())
        for index in 1...3 { try context.save(Item(index)) }
        let all = try context.allHistory()
        let (store, last) = (all[0].storeIdentifier, all[2].token)
        try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token < last }))
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try HistoryObserver(historyTokens: [store: all[0].token], modelContainer: context.container)
        }
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
            try HistoryObserver(historyTokens: ["x": last], modelContainer: context.container)
        }
        #expect(throws: SwiftDataError.unknownSchema) {
            try HistoryObserver(observedModels: [Trip.self], modelContainer: context.container)
        }
    }

    @Test func `deleted history is no event, and later transactions count`() throws {
        let context = ModelContext(try makeItemContainer())
        let observer = try HistoryObserver(modelContainer: context.container)
        try context.save(Item(1))
        try context.deleteHistory(Descriptor())
        #expect(observer.eventCounter == 1)
        try context.save(Item(2))
        #expect(observer.eventCounter == 2)
        let later = try HistoryObserver(modelContainer: context.container)
        try context.save(Item(3))
        #expect(later.eventCounter == 1)
    }

    @Test func `an observer is released, and keeps no container alive`() throws {
        weak var observer: HistoryObserver?
        weak var container: ModelContainer?
        do {
            let made = try makeItemContainer()
            let kept = try HistoryObserver(modelContainer: made)
            (observer, container) = (kept, made)
            try ModelContext(made).save(Item(1))
            #expect(observer?.eventCounter == 1)
        }
        #expect(observer == nil)
        #expect(container == nil)
    }

    @MainActor
    @Test(.timeLimit(.minutes(30)))
    func `the counter is observed on the main actor, for saves of a second container of the store`() async throws {
        let folder = try StoreFolder()
        let container = try folder.openItems()
        let observer = try HistoryObserver(observedModels: [Item.self], authors: ["other"], modelContainer: container)
        let other = ModelContext(try folder.openItems())
        try other.save(Item(1), as: "other")
        try other.save(Item(2), as: "nobody")
        try other.save(Item(3), as: "other")
        #expect(observer.eventCounter == 0)
        await wait { observer.eventCounter == 2 }
        #expect(observer.eventCounter == 2)
    }
}
