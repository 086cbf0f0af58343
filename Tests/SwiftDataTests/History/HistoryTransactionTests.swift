import Foundation
import SwiftData
import Testing

struct HistoryTransactionTests {
    @Test func `each save is a transaction with its author, its time and the identifiers of its models`() throws {
        let context = ModelContext(try makeItemContainer())
        let start = Date.now
        let first = try context.save(Item(1), as: "import")
        let second = try context.save(Item(2))
        try context.save()
        let history = try context.allHistory()
        #expect(history.map(\.transactionIdentifier) == [1, 2])
        #expect(history.map(\.id) == [1, 2])
        #expect(history.map(\.author) == ["import", nil])
        #expect(
            history.map { $0.changes.map(\.changedPersistentIdentifier) } == [
                [first.persistentModelID], [second.persistentModelID],
            ])
        #expect(history.allSatisfy { $0.storeIdentifier == first.persistentModelID.storeIdentifier })
        #expect(history.allSatisfy { $0.processIdentifier == ProcessInfo.processInfo.processName })
        #expect(history.allSatisfy { $0.timestamp >= start.addingTimeInterval(-1) })
        #expect(history.allSatisfy { $0.timestamp <= Date.now.addingTimeInterval(1) })
        #expect(history[0].token < history[1].token)
        #expect(history[0] != history[1])
        #expect(try Set(history) == Set(context.allHistory()))
    }

    @Test func `an insertion, an update and a deletion are matched by casts to the model's class`() throws {
        let context = ModelContext(try makeItemContainer())
        let item = try context.save(Item(1))
        let identifier = item.persistentModelID
        item.name = "n"
        try context.save()
        context.delete(item)
        try context.save()
        var found: [String] = []
        for transaction in try context.allHistory() {
            for change in transaction.changes {
                switch change {
                case .insert(let insertion as DefaultHistoryInsert<Item>):
                    found.append("insert \(insertion.transactionIdentifier)")
                    #expect(insertion.changedPersistentIdentifier == identifier)
                case .update(let update as DefaultHistoryUpdate<Item>):
                    found.append("update \(update.transactionIdentifier)")
                    #expect(update.changedPersistentIdentifier == identifier)
                case .delete(let deletion as DefaultHistoryDelete<Item>):
                    found.append("delete \(deletion.transactionIdentifier)")
                    #expect(deletion.changedPersistentIdentifier == identifier)
                default: Issue.record("\(change)")
                }
                if case .insert(let insertion) = change { #expect(!(insertion is DefaultHistoryInsert<Box>)) }
            }
        }
        #expect(found == ["insert 1", "update 2", "delete 3"])
    }

    @Test func `an update names the attributes and relationships that were saved`() throws {
        let context = ModelContext(try makeItemContainer())
        let item = try context.save(Item(1))
        item.name = "n"
        item.box = Box(label: "b")
        try context.save()
        let changes = try #require(try context.allHistory().last).changes
        let update = try #require(
            changes.lazy.compactMap { change -> DefaultHistoryUpdate<Item>? in
                if case .update(let update as DefaultHistoryUpdate<Item>) = change { update } else { nil }
            }.first)
        #expect(update.updatedAttributes.contains(\.name))
        #expect(update.updatedAttributes.contains(\.box))
        #expect(!update.updatedAttributes.contains(\.note))
        #expect(!update.updatedAttributes.contains(\.count))
        #expect(update.updatedAttributes.count == 2)
        #expect(changes.contains { if case .insert(_ as DefaultHistoryInsert<Box>) = $0 { true } else { false } })
    }

    @Test func `a tombstone has the preserved values that were not nil, and no others`() throws {
        let context = ModelContext(try makeItemContainer())
        let item = try context.save(Item(7, name: "seven"))
        let noted = try context.save(Item(8, name: "eight", note: "n"))
        let id = item.id
        for item in [item, noted] {
            context.delete(item)
            try context.save()
        }
        let deletions = try context.allHistory().suffix(2).flatMap(\.changes).compactMap { change in
            if case .delete(let deletion as DefaultHistoryDelete<Item>) = change { deletion } else { nil }
        }
        try #require(deletions.count == 2)
        #expect(deletions[0].tombstone[\.id] as? UUID == id)
        #expect(deletions[0].tombstone[\.name] as? String == "seven")
        #expect(deletions[0].tombstone[\.note] == nil)
        #expect(deletions[0].tombstone[\.code] == nil)
        #expect(deletions[0].tombstone[\.count] == nil)
        #expect(deletions[1].tombstone[\.note] as? String == "n")
        #expect(Array(deletions[1].tombstone).map { "\($0)" } == ["00000000-0000-0000-0000-000000000008", "eight", "n"])
    }

    @Test func `a tombstone has enumerations, structures and arrays`() throws {
        let context = ModelContext(try makeItemContainer())
        let first = Shape(.square, Shape.Size(width: 3, height: nil))
        let second = Shape(.round, Shape.Size(width: 4, height: 0.5))
        (second.other, second.tags, second.zoom) = (.square, ["a", "b"], 2)
        for shape in [first, second] {
            context.insert(shape)
            try context.save()
        }
        for shape in [first, second] {
            context.delete(shape)
            try context.save()
        }
        let tombstones = try context.allHistory().suffix(2).flatMap(\.changes).compactMap { change in
            if case .delete(let deletion as DefaultHistoryDelete<Shape>) = change { deletion.tombstone } else { nil }
        }
        try #require(tombstones.count == 2)
        #expect(tombstones[0][\.kind] as? Shape.Kind == .square)
        #expect(tombstones[0][\.size] as? Shape.Size == Shape.Size(width: 3, height: nil))
        #expect(tombstones[0][\.other] == nil)
        #expect(tombstones[0][\.zoom] as? Double == 1)
        #expect(tombstones[1][\.kind] as? Shape.Kind == .round)
        #expect(tombstones[1][\.size] as? Shape.Size == Shape.Size(width: 4, height: 0.5))
        #expect(tombstones[1][\.other] as? Shape.Kind == .square)
        #expect(tombstones[1][\.tags] as? [String] == ["a", "b"])
        #expect(tombstones[1][\.zoom] as? Double == 2)
    }

    @Test func `a model without preserved attributes has an empty tombstone`() throws {
        let context = ModelContext(try makeItemContainer())
        let box = Box(label: "b")
        context.insert(box)
        try context.save()
        context.delete(box)
        try context.save()
        let change = try #require(try context.allHistory().last?.changes.first)
        guard case .delete(let deletion as DefaultHistoryDelete<Box>) = change else {
            Issue.record("\(change)")
            return
        }
        #expect(Array(deletion.tombstone).isEmpty)
        #expect(deletion.tombstone[\.label] == nil)
    }

    @Test func `changes of a subclass have its key paths, also those of inherited properties`() throws {
        let context = ModelContext(try makeItemContainer())
        let dog = Dog(name: "Rex", chip: 5)
        let animal = Animal(name: "Tom")
        context.insert(dog)
        context.insert(animal)
        try context.save()
        dog.legs = 3
        dog.chip = 6
        animal.name = "Kit"
        try context.save()
        context.delete(dog)
        context.delete(animal)
        try context.save()
        let changes = try context.allHistory().map(\.changes)
        try #require(changes.map(\.count) == [2, 2, 2])
        for change in changes[1] {
            switch change {
            case .update(let update as DefaultHistoryUpdate<Dog>):
                #expect(update.updatedAttributes.contains(\.legs))
                #expect(update.updatedAttributes.contains(\.chip))
                #expect(!update.updatedAttributes.contains(\.name))
            case .update(let update as DefaultHistoryUpdate<Animal>):
                #expect(update.updatedAttributes.map { $0 } == [\Animal.name])
            default: Issue.record("\(change)")
            }
        }
        for change in changes[2] {
            switch change {
            case .delete(let deletion as DefaultHistoryDelete<Dog>):
                #expect(deletion.tombstone[\.name] as? String == "Rex")
                #expect(deletion.tombstone[\.chip] as? Int == 6)
                #expect(deletion.tombstone[\.legs] == nil)
            case .delete(let deletion as DefaultHistoryDelete<Animal>):
                #expect(deletion.tombstone[\.name] as? String == "Kit")
            default: Issue.record("\(change)")
            }
        }
    }

    @Test func `changes are equal if they are the same one`() throws {
        let context = ModelContext(try makeItemContainer())
        let item = try context.save(Item(1))
        item.name = "a"
        try context.save()
        item.name = "b"
        try context.save()
        func updates() throws -> [DefaultHistoryUpdate<Item>] {
            try context.allHistory().flatMap(\.changes).compactMap { change in
                if case .update(let update as DefaultHistoryUpdate<Item>) = change { update } else { nil }
            }
        }
        let updates1 = try updates()
        #expect(try updates() == updates1)
        #expect(updates1[0] != updates1[1])
        #expect(Set(updates1).count == 2)
    }

    @Test func `saves of a model actor have the author of its context`() async throws {
        let container = try makeContainer()
        _ = try await Importer(modelContainer: container).add(["a"])
        let context = ModelContext(container)
        #expect(try context.allHistory().map(\.author) == [nil])
        context.author = "main"
        context.insert(Stop(place: "b"))
        try context.save()
        #expect(try context.allHistory().map(\.author) == [nil, "main"])
    }
}
