import Foundation
import SwiftData
import Testing

enum OutBank {
    @Model final class Account {
        @Attribute(.unique) var owner: String
        var balance: Int
        init(owner: String, balance: Int = 0) {
            self.owner = owner
            self.balance = balance
        }
    }

    protocol Bank: Sendable {
        func open(_ owner: String) async throws -> PersistentIdentifier
        func deposit(_ amount: Int, to id: PersistentIdentifier) async throws
    }

    @ModelActor actor Branch: Bank {
        private var deposits = 0

        func open(_ owner: String) throws -> PersistentIdentifier {
            let account = Account(owner: owner)
            modelContext.insert(account)
            try modelContext.save()
            return account.persistentModelID
        }

        func deposit(_ amount: Int, to id: PersistentIdentifier) throws {
            guard let account = self[id, as: Account.self] else { return }
            account.balance += amount
            deposits += 1
            try modelContext.save()
        }

        func close(_ id: PersistentIdentifier) throws {
            guard let account = self[id, as: Account.self] else { return }
            modelContext.delete(account)
            try modelContext.save()
        }

        func balance(of id: PersistentIdentifier) -> Int? { self[id, as: Account.self]?.balance }

        func owners(_ predicate: Predicate<Account>) throws -> [String] {
            try modelContext.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.owner)])).map(\.owner)
        }

        func count<T: PersistentModel>(_ type: T.Type) throws -> Int { try modelContext.fetchCount(FetchDescriptor<T>()) }
    }

    actor Vault: ModelActor {
        nonisolated let modelContainer: ModelContainer
        nonisolated let modelExecutor: any ModelExecutor

        init(container: ModelContainer) {
            let context = ModelContext(container)
            context.autosaveEnabled = false
            context.author = "vault"
            modelContainer = container
            modelExecutor = DefaultSerialModelExecutor(modelContext: context)
        }

        func author() -> String? { modelContext.author }
        func isSame() -> Bool { modelContext.container == modelContainer }
    }

    /// An actor that works with the main context of its container.
    actor Counter: ModelActor {
        nonisolated let modelContainer: ModelContainer
        nonisolated let modelExecutor: any ModelExecutor

        @MainActor init(container: ModelContainer) {
            modelContainer = container
            modelExecutor = DefaultSerialModelExecutor(modelContext: container.mainContext)
        }

        /// Inserts an account. Returns whether the context has it before and after its changes are
        /// processed.
        func open(_ owner: String) -> [Bool] {
            modelContext.insert(Account(owner: owner))
            let before = modelContext.hasChanges
            modelContext.processPendingChanges()
            return [before, modelContext.hasChanges]
        }

        func runOnMainActor() { MainActor.preconditionIsolated() }
    }

    static func container() throws -> ModelContainer {
        try ModelContainer(for: Account.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
}

@Suite struct ModelActorUseTests {
    typealias Account = OutBank.Account

    @Test func `an actor behind a protocol inserts and changes models by identifier`() async throws {
        let container = try OutBank.container()
        let branch = OutBank.Branch(modelContainer: container)
        let bank: any OutBank.Bank = branch
        let id = try await bank.open("Ada")
        try await bank.deposit(5, to: id)
        #expect(await branch.balance(of: id) == 5)
        #expect(try await branch.count(Account.self) == 1)
        #expect(branch.modelContainer == container)
        let owner = "Ada"
        #expect(try await branch.owners(#Predicate { $0.owner == owner && $0.balance > 4 }) == ["Ada"])
    }

    @Test func `an actor with the main context runs on the main actor`() async {
        await #expect(processExitsWith: .success) {
            let container = try OutBank.container()
            let counter = await OutBank.Counter(container: container)
            await counter.runOnMainActor()
            #expect(await counter.open("Ada") == [true, true])
            try await MainActor.run {
                try container.mainContext.save()
                #expect(try container.mainContext.fetch(FetchDescriptor<Account>()).map(\.owner) == ["Ada"])
            }
        }
    }

    @Test func `an identifier of a deleted row gives nil`() async throws {
        let branch = OutBank.Branch(modelContainer: try OutBank.container())
        let id = try await branch.open("Ada")
        try await branch.close(id)
        #expect(await branch.balance(of: id) == nil)
    }

    @Test func `deposits of many tasks are all counted`() async throws {
        let branch = OutBank.Branch(modelContainer: try OutBank.container())
        let id = try await branch.open("Ada")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { try await branch.deposit(2, to: id) } }
            try await group.waitForAll()
        }
        #expect(await branch.balance(of: id) == 100)
    }

    @Test func `many actors of one container save at once`() async throws {
        let container = try OutBank.container()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let branch = OutBank.Branch(modelContainer: container)
                    for part in 0..<5 { _ = try await branch.open("\(number)-\(part)") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Account>()) == 40)
    }

    @MainActor @Test func `the main context sees what an actor saves`() async throws {
        let container = try OutBank.container()
        let branch = OutBank.Branch(modelContainer: container)
        let id = try await branch.open("Ada")
        let account = try #require(try container.mainContext.fetch(FetchDescriptor<Account>()).first)
        #expect(account.balance == 0)
        try await branch.deposit(7, to: id)
        await eventually { account.balance == 7 }
        try await branch.close(id)
        await eventually { account.modelContext == nil }
        #expect(account.owner == "Ada")
    }

    @Test func `an actor written by hand has its own context and author`() async throws {
        let vault = OutBank.Vault(container: try OutBank.container())
        #expect(await vault.author() == "vault")
        #expect(await vault.isSame())
    }

    @Test func `two contexts that change different properties keep both`() throws {
        let container = try OutBank.container()
        let one = ModelContext(container)
        one.insert(Account(owner: "Ada", balance: 1))
        try one.save()
        let two = ModelContext(container)
        let first = try #require(try one.fetch(FetchDescriptor<Account>()).first)
        let second = try #require(try two.fetch(FetchDescriptor<Account>()).first)
        first.balance = 10
        second.owner = "Grace"
        try one.save()
        try two.save()
        let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Account>()).first)
        #expect(stored.balance == 10)
        #expect(stored.owner == "Grace")
    }

    @Test func `of two changes of one property the last save wins`() throws {
        let container = try OutBank.container()
        let one = ModelContext(container)
        one.insert(Account(owner: "Ada", balance: 1))
        try one.save()
        let two = ModelContext(container)
        let first = try #require(try one.fetch(FetchDescriptor<Account>()).first)
        let second = try #require(try two.fetch(FetchDescriptor<Account>()).first)
        first.balance = 10
        second.balance = 20
        try one.save()
        try two.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Account>()).map(\.balance) == [20])
    }
}
