/// The description of a store of an app's own kind, from which a container makes the store.
///
///     final class JSONStoreConfiguration: DataStoreConfiguration {
///         typealias Store = JSONStore
///         let name: String
///         var schema: Schema?
///         let fileURL: URL
///         …
///     }
///     let container = try ModelContainer(for: Trip.self, configurations: JSONStoreConfiguration(…))
///
/// Two equal configurations describe one store, which a container can have once.
public protocol DataStoreConfiguration<Store>: Hashable {
    /// The class of the store.
    associatedtype Store: DataStore where Store.Configuration == Self

    /// The name of the store among those of its container.
    var name: String { get }
    /// The types of the store; nil for all types of the container. The container sets its own schema
    /// then, before it makes the store.
    var schema: Schema? { get set }

    /// Checks the configuration, before any store is opened.
    ///
    /// - Throws: The error that the container's initializer throws.
    func validate() throws
}

extension DataStoreConfiguration {
    /// Accepts the configuration.
    public func validate() throws {}
}
