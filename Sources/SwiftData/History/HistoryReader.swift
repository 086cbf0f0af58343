internal import CoreData
internal import Foundation
internal import StrataPredicates
@_spi(ObservableRerootKeyPath) internal import Swift

/// Reads the changes of stores as those of model classes.
struct HistoryReader {
    private var classes: [ObjectIdentifier: any ClassReader] = [:]

    /// Returns a transaction with its changes. Changes of entities without a model class are left
    /// out.
    mutating func read(_ transaction: NSPersistentHistoryTransaction) -> DefaultHistoryTransaction {
        var changes: [HistoryChange] = []
        changes.reserveCapacity(transaction.changes?.count ?? 0)
        for change in transaction.changes ?? [] {
            if let reader = reader(of: change.changedObjectID.entity) {
                changes.append(reader.read(change, transaction.transactionNumber))
            }
        }
        return DefaultHistoryTransaction(
            token: DefaultHistoryToken(
                store: transaction.storeID, number: transaction.transactionNumber, others: transaction.others),
            transactionIdentifier: transaction.transactionNumber, storeIdentifier: transaction.storeID,
            timestamp: transaction.timestamp, author: transaction.author, bundleIdentifier: transaction.bundleID,
            processIdentifier: transaction.processID, changes: changes)
    }

    private mutating func reader(of entity: NSEntityDescription) -> (any ClassReader)? {
        if let known = classes[ObjectIdentifier(entity)] { return known }
        guard let layout = entity.modelLayout as? ModelLayout else { return nil }
        func make<Model: PersistentModel>(_ type: Model.Type) -> any ClassReader { TypedClassReader<Model>(layout) }
        let made = make(layout.modelClass.type)
        classes[ObjectIdentifier(entity)] = made
        return made
    }
}

/// Reads the changes of one class's models.
private protocol ClassReader {
    func read(_ change: NSPersistentHistoryChange, _ transaction: Int64) -> HistoryChange
}

/// Reads the changes of one class's models, with key paths of that class.
private struct TypedClassReader<Model: PersistentModel>: ClassReader {
    private let layout: ModelLayout
    private let keyPaths: [any PartialKeyPath<Model> & Sendable]
    private let indices: [String: Int]

    init(_ layout: ModelLayout) {
        self.layout = layout
        let properties = layout.modelClass.properties
        keyPaths = properties.map { Self.keyPath($0.keyPath) }
        indices = Dictionary(properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns a property's key path with the class as its root. The key path of an inherited
    /// property has the superclass as its root.
    private static func keyPath(_ keyPath: AnyKeyPath) -> any PartialKeyPath<Model> & Sendable {
        let own = keyPath as? PartialKeyPath<Model> ?? _rerootKeyPath(keyPath, to: Model.self)
        // The key paths of stored properties capture nothing, so they can be shared.
        return unsafeDowncast(own, to: (any PartialKeyPath<Model> & Sendable).self)
    }

    func read(_ change: NSPersistentHistoryChange, _ transaction: Int64) -> HistoryChange {
        let identifier = PersistentIdentifier(change.changedObjectID)
        switch change.changeType {
        case .insert:
            return .insert(
                DefaultHistoryInsert<Model>(
                    changeIdentifier: change.changeID, transactionIdentifier: transaction, changedPersistentIdentifier: identifier
                ))
        case .update:
            let updated = (change.updatedProperties ?? []).compactMap { indices[$0.name] }.sorted()
            return .update(
                DefaultHistoryUpdate<Model>(
                    changeIdentifier: change.changeID, transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier,
                    updatedAttributes: updated.map { keyPaths[$0] }))
        case .delete:
            return .delete(
                DefaultHistoryDelete<Model>(
                    changeIdentifier: change.changeID, transactionIdentifier: transaction,
                    changedPersistentIdentifier: identifier,
                    tombstone: HistoryTombstone(preserved(change.tombstone ?? [:]))))
        }
    }

    private func preserved(
        _ values: [AnyHashable: Any]
    ) -> [(keyPath: any PartialKeyPath<Model> & Sendable, value: any Sendable)] {
        if values.isEmpty { return [] }
        return layout.modelClass.properties.indices.compactMap { index in
            guard let stored = values[layout.modelClass.properties[index].name],
                let value = layout.kinds[index].decode(stored).flatMap(unwrapped), let sendable = cast(value, (any Sendable).self)
            else { return nil }
            return (keyPaths[index], sendable)
        }
    }
}

/// Casts a value to a type that is not known here to be `Sendable` only, which no cast can name.
private func cast<Result>(_ value: Any, _ type: Result.Type) -> Result? { value as? Result }
