import CoreData
import Foundation
import StrataTestSupport

extension GraphWorld {
    private func keys(_ objects: some Sequence<NSManagedObject>) -> [Int] {
        objects.map { ($0.value(forKey: "key") as? Int) ?? 0 }
    }

    private func require<T: Equatable>(_ found: T, _ expected: T, _ what: @autoclosure () -> String) throws {
        if found != expected { throw Mismatch(description: "\(what()): found \(found), expected \(expected)") }
    }

    /// Returns an object's values, read through its context.
    func thing(_ object: NSManagedObject, _ kind: GraphKind) -> GraphThing {
        var thing = GraphThing(kind, isSpecial: object.entity.name == "SpecialItem")
        thing.value = (object.value(forKey: "value") as? Int) ?? -1
        thing.name = object.value(forKey: "name") as? String
        for link in GraphLink.ofKind[kind] ?? [] {
            switch object.value(forKey: link.name) {
            case let set as NSSet: thing[link.name] = keys(set.compactMap { $0 as? NSManagedObject }).sorted()
            case let list as NSOrderedSet: thing[link.name] = keys(list.compactMap { $0 as? NSManagedObject })
            case let other as NSManagedObject: thing[link.name] = keys([other])
            default: break
            }
        }
        return thing
    }

    /// Compares all objects that a context sees, and its sets of changed objects, with the expected
    /// ones.
    func look(_ index: Int) throws {
        let expected = picture(index)
        let source = source(index)
        try inside(index) { [self] context in
            try compare(expected, in: context, "context \(index)") { key, object in
                if let known = held[index][key], known !== object {
                    throw Mismatch(description: "context \(index) has two objects for \(key)")
                }
                held[index][key] = object
            }
            let changed = pending[index].filter { $0.value != source.things[$0.key] }
            try require(
                keys(context.insertedObjects).sorted(), changed.filter { source.things[$0.key] == nil }.keys.sorted(),
                "inserted objects of context \(index)")
            try require(
                keys(context.deletedObjects).sorted(), changed.filter { $0.value == nil }.keys.sorted(),
                "deleted objects of context \(index)")
            // An object that was set to an equal value may count as updated, but it has no changed
            // values.
            try require(
                keys(context.updatedObjects.filter(\.hasPersistentChangedValues)).sorted(),
                changed.filter { $0.value != nil && source.things[$0.key] != nil }.keys.sorted(),
                "updated objects of context \(index)")
            if !changed.isEmpty, !context.hasChanges {
                throw Mismatch(description: "context \(index) says that it has no changes")
            }
        }
    }

    private func compare(
        _ expected: GraphPicture, in context: NSManagedObjectContext, _ place: String,
        _ visit: (Int, NSManagedObject) throws -> Void = { _, _ in }
    ) throws {
        for kind in GraphKind.allCases {
            let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: kind.rawValue))
            try require(keys(objects).sorted(), expected.keys(kind), "\(kind) objects of \(place)")
            for (key, object) in zip(keys(objects), objects) {
                try visit(key, object)
                try require(thing(object, kind), expected.thing(key), "\(key) in \(place)")
            }
        }
    }

    /// Compares the store, as read by a new context and by another coordinator, with the expected rows.
    func compareStored() throws {
        let context = container.newBackgroundContext()
        // With or without the row cache, the fetch must return the values in the store.
        context.stalenessInterval = choices.chance(2) ? 0 : -1
        let expected = stored
        try context.performAndWait { try compare(expected, in: context, "the store") }
        guard let reopened = try storeKind.reopened(container, in: folder) else { return }
        let reader = reopened.newBackgroundContext()
        try reader.performAndWait { try compare(expected, in: reader, "the store that was opened again") }
    }

    /// Compares every context and the store, and inspects the tables of the store.
    func compareEverything() throws {
        for index in 0..<Self.contextCount {
            freshen(index)
            try look(index)
        }
        try compareStored()
        let problems = try StoreInspection.problems(container)
        if !problems.isEmpty { throw Mismatch(description: problems.joined(separator: "; ")) }
    }

    // MARK: Fetches

    private struct Question {
        let kind: GraphKind
        let format: String
        let arguments: [Any]
        let matches: (GraphThing, GraphPicture) -> Bool
    }

    private func question() -> Question {
        let limit = choices.number(below: 8)
        func values(_ keys: [Int], _ picture: GraphPicture) -> Bool { keys.contains { picture.thing($0).value >= limit } }
        let questions = [
            Question(kind: .item, format: "value >= %d", arguments: [limit]) { thing, _ in thing.value >= limit },
            Question(kind: .tag, format: "value < %d", arguments: [limit]) { thing, _ in thing.value < limit },
            Question(kind: .item, format: "name == %@", arguments: ["a"]) { thing, _ in thing.name == "a" },
            Question(kind: .list, format: "name == nil", arguments: []) { thing, _ in thing.name == nil },
            Question(kind: .item, format: "parent.value >= %d", arguments: [limit]) { values($0["parent"], $1) },
            Question(kind: .item, format: "ANY tags.value >= %d", arguments: [limit]) { values($0["tags"], $1) },
            Question(kind: .item, format: "children.@count > 0", arguments: []) { thing, _ in !thing["children"].isEmpty },
            Question(kind: .item, format: "list == nil", arguments: []) { thing, _ in thing["list"].isEmpty },
            Question(kind: .list, format: "ANY items.value >= %d", arguments: [limit]) { values($0["items"], $1) },
            Question(kind: .list, format: "picks.@count == 1", arguments: []) { thing, _ in thing["picks"].count == 1 },
            Question(kind: .item, format: "list.keeper.value >= %d", arguments: [limit]) { thing, picture in
                values(thing["list"].flatMap { picture.thing($0)["keeper"] }, picture)
            },
            Question(kind: .tag, format: "SUBQUERY(kept, $list, $list.value >= %d).@count > 0", arguments: [limit]) {
                values($0["kept"], $1)
            },
            Question(kind: .item, format: "partner.partner != nil", arguments: []) { thing, picture in
                !thing["partner"].flatMap { picture.thing($0)["partner"] }.isEmpty
            },
        ]
        return questions[choices.number(below: questions.count)]
    }

    func compareFetch(_ index: Int) throws {
        let question = question()
        let picture = picture(index)
        let (ascending, limit, offset) = (choices.chance(2), choices.number(below: 4), choices.number(below: 3))
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: question.kind.rawValue)
        request.predicate = NSPredicate(format: question.format, argumentArray: question.arguments)
        request.sortDescriptors = [
            NSSortDescriptor(key: "value", ascending: ascending), NSSortDescriptor(key: "key", ascending: true),
        ]
        (request.fetchLimit, request.fetchOffset) = (limit, offset)
        let matching = picture.keys(question.kind).filter { question.matches(picture.thing($0), picture) }
        let sorted = matching.sorted { a, b in
            let (left, right) = (picture.thing(a).value, picture.thing(b).value)
            return left == right ? a < b : ascending ? left < right : left > right
        }
        let window = sorted.dropFirst(offset).prefix(limit == 0 ? .max : limit)
        let asksForIDs = choices.chance(3)
        if asksForIDs { request.resultType = .managedObjectIDResultType }
        let found = try self.request(index) { try $0.fetch(request) }
        try inside(index) { [self] context in
            let objects = found.compactMap { result in
                (result as? NSManagedObject) ?? (result as? NSManagedObjectID).map { context.object(with: $0) }
            }
            try require(keys(objects), Array(window), "'\(question.format)' \(question.arguments) in context \(index)")
        }
    }

    func compareCount(_ index: Int) throws {
        let question = question()
        let picture = picture(index)
        let request = NSFetchRequest<NSManagedObject>(entityName: question.kind.rawValue)
        request.predicate = NSPredicate(format: question.format, argumentArray: question.arguments)
        let expected = picture.keys(question.kind).filter { question.matches(picture.thing($0), picture) }.count
        let found = try self.request(index) { try $0.count(for: request) }
        try require(found, expected, "the count of '\(question.format)' \(question.arguments) in context \(index)")
    }

    /// Fetches objects with random options of a request, and compares their values, too.
    func compareFetch(_ index: Int, choosing random: inout SeededGenerator) throws {
        let kind = GraphKind.allCases.randomElement(using: &random) ?? .item
        let least = Int.random(in: 0..<8, using: &random)
        let request = NSFetchRequest<NSManagedObject>(entityName: kind.rawValue)
        if Bool.random(using: &random) { request.predicate = NSPredicate(format: "value >= %d", least) }
        request.sortDescriptors = [NSSortDescriptor(key: "key", ascending: .random(using: &random))]
        request.fetchOffset = Int.random(in: 0..<3, using: &random)
        request.fetchLimit = Int.random(in: 0..<4, using: &random)
        request.fetchBatchSize = [0, 0, 1, 3].randomElement(using: &random) ?? 0
        request.includesSubentities = .random(using: &random)
        request.returnsObjectsAsFaults = .random(using: &random)
        request.shouldRefreshRefetchedObjects = .random(using: &random)
        let names = (GraphLink.ofKind[kind] ?? []).map(\.name)
        request.relationshipKeyPathsForPrefetching = names.filter { _ in .random(using: &random) }

        let picture = picture(index)
        let matching = picture.keys(kind).filter { key in
            let thing = picture.thing(key)
            return (request.predicate == nil || thing.value >= least) && (request.includesSubentities || !thing.isSpecial)
        }
        let sorted = request.sortDescriptors?.first?.ascending == true ? matching : matching.reversed()
        let expected = sorted.dropFirst(request.fetchOffset).prefix(request.fetchLimit == 0 ? .max : request.fetchLimit)
        try inside(index) { [self] context in
            let objects = try context.fetch(request)
            try require(keys(objects), Array(expected), "\(request) in context \(index)")
            for (key, object) in zip(expected, objects) {
                try require(thing(object, kind), picture.thing(key), "\(key), fetched in context \(index)")
            }
        }
    }
}
