/// The members of a to-many relationship of a model that is in no context, in the order in which
/// they were added.
///
/// A model that many others refer to gets its members one by one, from the other side of the
/// relationship. So `insert(_:)` takes constant time: the identities of many members are kept, and
/// the array is changed in place.
final class OwnMembers {
    private(set) var models: [any PersistentModel]
    /// Whether the inverse of each member refers to the model of this relationship, as far as it can.
    /// The members that an initializer has set do not know the model yet.
    var isLinked: Bool
    /// The identities of the members; nil until there are many and one is inserted.
    private var identities: Set<ObjectIdentifier>?
    /// The number of members up to which they are searched.
    private static let few = 8

    #if DEBUG
        /// The number of members that insertions and comparisons have visited, for tests.
        @TaskLocal static var visits: Visits?

        // Safe to share: one test reads and writes it.
        final class Visits: @unchecked Sendable {
            var count = 0
        }
    #endif

    init(_ models: [any PersistentModel] = [], isLinked: Bool) {
        self.models = models
        self.isLinked = isLinked
    }

    private static func visit(_ count: Int = 1) {
        #if DEBUG
            visits?.count += count
        #endif
    }

    /// Adds a member, unless it is one.
    func insert(_ model: any PersistentModel) {
        if models.count <= Self.few {
            Self.visit(models.count)
            if models.contains(where: { $0 === model }) { return }
        } else {
            if identities == nil {
                Self.visit(models.count)
                identities = Set(models.lazy.map { ObjectIdentifier($0) })
            }
            Self.visit()
            guard identities?.insert(ObjectIdentifier(model)).inserted == true else { return }
        }
        models.append(model)
    }

    /// Removes a member.
    func remove(_ model: any PersistentModel) {
        Self.visit(models.count)
        models.removeAll { $0 === model }
        identities?.remove(ObjectIdentifier(model))
    }

    /// Returns the members that an array lacks, and those of the array that have to be linked.
    func difference(to new: [any PersistentModel]) -> (removed: [any PersistentModel], added: ArraySlice<any PersistentModel>) {
        Self.visit(models.count)
        if new.count >= models.count, zip(models, new).allSatisfy({ $0 === $1 }) {
            return ([], isLinked ? new[models.count...] : new[...])
        }
        let kept = Set(new.lazy.map { ObjectIdentifier($0) })
        let removed = models.filter { !kept.contains(ObjectIdentifier($0)) }
        guard isLinked else { return (removed, new[...]) }
        let known = Set(models.lazy.map { ObjectIdentifier($0) })
        return (removed, new.filter { !known.contains(ObjectIdentifier($0)) }[...])
    }
}
