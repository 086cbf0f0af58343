import Foundation
import SwiftData

@Model final class Item {
    @Attribute(.preserveValueOnDeletion) var id: UUID
    @Attribute(.preserveValueOnDeletion) var name: String
    @Attribute(.preserveValueOnDeletion) var note: String?
    @Attribute(.unique) var code: Int
    var count = 0
    var box: Box?

    init(_ code: Int, name: String = "", note: String? = nil) {
        id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(code)))
        self.code = code
        self.name = name
        self.note = note
    }
}

@Model final class Box {
    var label: String
    @Relationship(inverse: \Item.box) var items: [Item] = []

    init(label: String) { self.label = label }
}

@Model final class Shape {
    @Attribute(.preserveValueOnDeletion) var kind: Kind
    @Attribute(.preserveValueOnDeletion) var size: Size
    @Attribute(.preserveValueOnDeletion) var other: Kind?
    @Attribute(.preserveValueOnDeletion) var tags: [String] = []
    @Attribute(.preserveValueOnDeletion) var zoom: Double = 1

    enum Kind: String, Codable { case round, square }

    struct Size: Codable, Hashable {
        var width: Int
        var height: Double?
    }

    init(_ kind: Kind, _ size: Size) {
        self.kind = kind
        self.size = size
    }
}

@Model class Animal {
    @Attribute(.preserveValueOnDeletion) var name: String
    var legs = 4

    init(name: String) { self.name = name }
}

@Model final class Dog: Animal {
    @Attribute(.preserveValueOnDeletion) var chip: Int

    init(name: String, chip: Int) {
        self.chip = chip
        super.init(name: name)
    }
}

typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

extension StoreFolder {
    /// Opens the store for items, boxes and animals.
    func openItems(allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(
            for: Item.self, Animal.self, Dog.self, configurations: ModelConfiguration(url: store, allowsSave: allowsSave))
    }
}

/// Returns a container in memory for items, boxes and animals.
func makeItemContainer() throws -> ModelContainer {
    try ModelContainer(
        for: Item.self, Shape.self, Animal.self, Dog.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}

extension ModelContext {
    /// Inserts an item and saves.
    @discardableResult
    func save(_ item: Item, as author: String? = nil) throws -> Item {
        self.author = author
        insert(item)
        try save()
        return item
    }

    /// Returns the whole history.
    func allHistory() throws -> [DefaultHistoryTransaction] { try fetchHistory(Descriptor()) }

    /// Returns the numbers of the transactions that satisfy a condition.
    func numbers(_ predicate: Predicate<DefaultHistoryTransaction>?) throws -> [Int64] {
        try fetchHistory(Descriptor(predicate: predicate)).map(\.transactionIdentifier)
    }
}

/// Returns once a condition of observed values holds.
@MainActor
func wait(until condition: @escaping @MainActor () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}
