import CoreData
import Foundation
import SwiftData

/// The side that edits managed objects by key-value coding, with the managed object model of the
/// same classes.
final class ObjectSide: EditSide {
    private let coordinator: NSPersistentStoreCoordinator
    private let context: NSManagedObjectContext
    private var objects: [Int: NSManagedObject] = [:]

    init(_ url: URL) throws {
        coordinator = try Self.coordinator(url)
        context = Self.context(coordinator)
    }

    static func coordinator(_ url: URL) throws -> NSPersistentStoreCoordinator {
        guard let model = NSManagedObjectModel.makeManagedObjectModel(for: EditKind.types) else {
            throw EditMismatch("There is no managed object model.")
        }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        var failure: (any Error)?
        coordinator.addPersistentStore(with: description) { failure = $1 }
        if let failure { throw failure }
        return coordinator
    }

    static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        return context
    }

    /// Runs a closure on the queue of the context.
    private func inside<T>(_ body: (NSManagedObjectContext) throws -> T) rethrows -> T {
        try Self.inside(context, body)
    }

    private static func inside<T>(_ context: NSManagedObjectContext, _ body: (NSManagedObjectContext) throws -> T) rethrows -> T {
        try withoutActuallyEscaping(body) { body in
            nonisolated(unsafe) let body = body
            nonisolated(unsafe) var result: T?
            try context.performAndWait { result = try body(context) }
            guard let result else { fatalError("The closure has not run.") }
            return result
        }
    }

    private func find(_ number: Int) -> NSManagedObject? {
        if let known = objects[number] { return known }
        for kind in EditKind.allCases where kind != .leaf {
            let request = NSFetchRequest<NSManagedObject>(entityName: kind.entity)
            request.predicate = NSPredicate(format: "number == %lld", Int64(number))
            // Ignored: the world compares what is found.
            guard let found = try? context.fetch(request).first else { continue }
            objects[number] = found
            return found
        }
        return nil
    }

    // MARK: Edits

    @discardableResult
    private func make(_ kind: EditKind, _ number: Int) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: kind.entity, into: context)
        object.setValue(number, forKey: "number")
        objects[number] = object
        return object
    }

    func insert(_ kind: EditKind, _ number: Int, _ value: EditValue) {
        inside { _ in
            let object = make(kind, number)
            if kind == .leaf { object.setValue(value.text, forKey: "color") }
            if kind == .code { object.setValue(value.small, forKey: "code") }
        }
    }

    func insertFamily(_ node: Int, children: [Int], box: Int, seal: Int) {
        inside { _ in
            let owner = make(.node, node)
            for number in children { make(.node, number).setValue(owner, forKey: "parent") }
            owner.setValue(make(.box, box), forKey: "box")
            owner.setValue(make(.seal, seal), forKey: "seal")
        }
    }

    func set(_ attribute: EditAttribute, of number: Int, to value: EditValue) {
        inside { _ in
            guard let object = find(number) else { return }
            let new: Any? =
                switch attribute {
                case .name: value.text
                case .rank: value.number
                case .ratio: value.ratio
                case .isMarked: !(object.value(forKey: "isMarked") as? Bool ?? false)
                case .day: value.day
                case .size: value.size
                case .data: value.data
                case .token: value.token
                case .price: value.price as NSDecimalNumber
                case .link: value.link
                case .level: ["level": value.level.rawValue]
                case .place: value.place.map { ["city": $0.city, "zip": $0.zip] as [String: Any] }
                case .tags: NSArray(array: value.tags)
                }
            object.setValue(new, forKey: "\(attribute)")
        }
    }

    func setText(ofCode number: Int, to value: EditValue) {
        inside { _ in find(number)?.setValue(value.text, forKey: "text") }
    }

    func set(_ reference: EditReference, of number: Int, to other: Int?) {
        inside { _ in find(number)?.setValue(other.flatMap(find), forKey: reference.rawValue) }
    }

    func add(_ other: Int, to list: EditList, of number: Int) {
        inside { _ in
            guard let other = find(other) else { return }
            find(number)?.mutableSetValue(forKey: list.key).add(other)
        }
    }

    func remove(_ other: Int, from list: EditList, of number: Int) {
        inside { _ in
            guard let other = find(other) else { return }
            find(number)?.mutableSetValue(forKey: list.key).remove(other)
        }
    }

    func set(_ list: EditList, of number: Int, to others: [Int]) {
        inside { _ in find(number)?.setValue(NSSet(array: others.compactMap(find)), forKey: list.key) }
    }

    func delete(_ number: Int) {
        inside { context in
            if let object = find(number), object.managedObjectContext != nil { context.delete(object) }
        }
    }

    func delete(nodesWithRank rank: Int) throws {
        try inside { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: EditKind.node.entity)
            request.predicate = NSPredicate(format: "rank == %lld", Int64(rank))
            request.includesSubentities = false
            for object in try context.fetch(request) { context.delete(object) }
        }
    }

    func forget() { objects = [:] }

    func isAlive(_ kind: EditKind, _ number: Int) -> Bool {
        inside { _ in
            guard let object = find(number) else { return false }
            return object.managedObjectContext != nil && !object.isDeleted
        }
    }

    func processPendingChanges() { inside { $0.processPendingChanges() } }
    func save() throws { try inside { if $0.hasChanges { try $0.save() } } }
    func rollback() { inside { $0.rollback() } }

    // MARK: Reading

    func numbers(_ query: EditQuery, _ value: EditValue) throws -> [Int] {
        let kind: EditKind = query == .leaves ? .leaf : query == .codes ? .code : .node
        let request = NSFetchRequest<NSManagedObject>(entityName: kind.entity)
        let first =
            switch kind {
            case .leaf: NSSortDescriptor(key: "name", ascending: true)
            case .code: NSSortDescriptor(key: "code", ascending: true)
            default: NSSortDescriptor(key: "rank", ascending: false)
            }
        request.sortDescriptors = [first, NSSortDescriptor(key: "number", ascending: true)]
        let (rank, small) = (Int64(value.number), Int64(value.small))
        request.predicate =
            switch query {
            case .all, .page, .codes: nil
            case .ranked: NSPredicate(format: "rank > %lld", rank)
            case .roots: NSPredicate(format: "parent == nil")
            case .childrenOf: NSPredicate(format: "parent.rank == %lld", rank)
            case .unmarked: NSPredicate(format: "marks.@count == 0")
            case .withHighChild: NSPredicate(format: "ANY children.rank > %lld", rank)
            case .leaves: NSPredicate(format: "color != %@", value.text)
            case .named: value.text.isEmpty ? nil : NSPredicate(format: "name CONTAINS %@", value.text)
            case .placed: NSPredicate(format: "place.zip == %lld", small)
            case .leveled: NSPredicate(format: "level.level == %@", value.level.rawValue)
            }
        if query == .page {
            request.fetchOffset = value.small
            request.fetchLimit = value.small + 1
        }
        return try inside { try $0.fetch(request).map { $0.value(forKey: "number") as? Int ?? -1 } }
    }

    func picture() throws -> [String] { try Self.picture(context) }

    func storedPicture() throws -> [String] { try Self.picture(Self.context(coordinator)) }

    static func picture(_ context: NSManagedObjectContext) throws -> [String] {
        try inside(context) { context in
            try EditKind.allCases.filter { $0 != .leaf }.flatMap { kind in
                try context.fetch(NSFetchRequest<NSManagedObject>(entityName: kind.entity)).map(line).sorted()
            }
        }
    }

    private static func line(_ object: NSManagedObject) -> String {
        let kind = EditKind.allCases.first { $0.entity == object.entity.name } ?? .node
        let names: [String] =
            switch kind {
            case .node, .leaf:
                EditAttribute.allCases.map { "\($0)" } + ["parent", "children", "box", "marks", "seal"]
                    + (kind == .leaf ? ["color", "guards"] : [])
            case .box, .mark: ["nodes"]
            case .seal: ["node"]
            case .guardian: ["leaf"]
            case .code: ["code", "text"]
            }
        let number = object.value(forKey: "number") as? Int ?? -1
        return editLine(kind, number, names.map { ($0, text($0, object.value(forKey: $0))) })
    }

    private static func text(_ name: String, _ value: Any?) -> String {
        switch value {
        case nil: "nil"
        case let value as NSManagedObject: "\(value.value(forKey: "number") ?? "nil")"
        case let value as Set<NSManagedObject>: "\(value.map { $0.value(forKey: "number") as? Int ?? -1 }.sorted())"
        case let value as Date: "\(value.timeIntervalSinceReferenceDate)"
        case let value as Data: value.base64EncodedString()
        case let value as URL: value.absoluteString
        case let value as [String: Any] where name == "level": "\(value["level"] ?? "nil")"
        case let value as [String: Any]: "\(value["city"] ?? "nil") \(value["zip"] ?? "nil")"
        case let value as NSArray: "\(value.map { "\($0)" })"
        case let value as Bool where name == "isMarked": "\(value)"
        case let value?: "\(value)"
        }
    }
}
