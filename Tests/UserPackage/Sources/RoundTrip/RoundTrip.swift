public import CoreData

/// A check that fills a store with an object of every entity of a model, reads the objects back,
/// and compares every value.
public struct RoundTrip: Sendable {
    /// A value that differs after it was read back.
    public struct Difference: Error, CustomStringConvertible {
        public var description: String
    }

    let container: NSPersistentContainer

    /// - Parameter folder: The folder in which the store is created.
    /// - Throws: The error from loading the store.
    public init(model name: String, in folder: URL) throws {
        container = NSPersistentContainer(name: name)
        TransformerNames.register(in: container.managedObjectModel)
        let description = NSPersistentStoreDescription(url: folder.appendingPathComponent("\(name).sqlite"))
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    /// Performs the round trip.
    ///
    /// - Parameter accessors: Generated properties, which must return the same values for the
    ///   objects that were read back.
    /// - Returns: The number of values that were compared.
    /// - Throws: `Difference`, or an error of the context.
    public func run(accessors: [ManagedAccessor] = []) throws -> Int {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            var factory = ObjectFactory(context: context)
            for entity in container.managedObjectModel.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") })
            where !entity.isAbstract {
                try factory.make(entity)
            }
            let objects = factory.made
            try context.save()
            let expected = objects.map { ($0.objectID, values(of: $0)) }
            context.reset()
            return try expected.reduce(0) { count, entry in
                let object = try context.existingObject(with: entry.0)
                return try count + compare(object, to: entry.1) + check(accessors, of: object)
            }
        }
    }

    private func values(of object: NSManagedObject) -> [String: Any?] {
        object.entity.attributesByName.filter { !$0.value.isTransient }.mapValues { object.value(forKey: $0.name) }
    }

    private func compare(_ object: NSManagedObject, to expected: [String: Any?]) throws -> Int {
        for (name, value) in expected {
            let found = object.value(forKey: name)
            guard "\(type(of: value))" == "\(type(of: found))", isEqual(found, value) else {
                let entity = object.entity.name ?? ""
                throw Difference(description: "\(entity).\(name) came back as \(text(found)), not as \(text(value)).")
            }
        }
        return expected.count
    }

    private func check(_ accessors: [ManagedAccessor], of object: NSManagedObject) throws -> Int {
        let accessors = accessors.filter { $0.belongs(object) }
        for accessor in accessors {
            guard let failure = accessor.failure(object) else { continue }
            throw Difference(description: "The accessor \(type(of: object)).\(accessor.property) \(failure).")
        }
        return accessors.count
    }

    private func isEqual(_ left: Any?, _ right: Any?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left as AnyHashable, let right as AnyHashable): left == right
        default: false
        }
    }

    private func text(_ value: Any?) -> String {
        value.map { "\($0) (\(type(of: $0)))" } ?? "nil"
    }
}
