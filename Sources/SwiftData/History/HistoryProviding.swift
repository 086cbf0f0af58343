internal import CoreData
internal import Foundation

/// A store that keeps a history of its changes.
public protocol HistoryProviding {
    /// The type of the history's transactions.
    associatedtype HistoryType: HistoryTransaction

    /// The type of the history's transactions.
    static var historyType: HistoryType.Type { get }

    /// Returns the transactions that a descriptor selects.
    func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

    /// Deletes the transactions that a descriptor selects.
    func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
    /// The type of the history's transactions.
    public static var historyType: HistoryType.Type { HistoryType.self }
}

extension DataStoreBridge {
    /// Returns the transactions that a descriptor selects; nil from a store without such transactions.
    func history<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
        guard let store = store as? any HistoryProviding else { return nil }
        func fetch<Provider: HistoryProviding>(_ store: Provider) throws -> [T]? {
            guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return nil }
            return try store.fetchHistory(descriptor) as? [T]
        }
        return try exclusively { try fetch(store) }
    }

    /// Deletes the transactions that a descriptor selects. Returns whether the store has such
    /// transactions.
    func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
        guard let store = store as? any HistoryProviding else { return false }
        func delete<Provider: HistoryProviding>(_ store: Provider) throws -> Bool {
            guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return false }
            try store.deleteHistory(descriptor)
            return true
        }
        return try exclusively { try delete(store) }
    }
}
