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

    /// Creates the members from an array, in which a model may be repeated.
    ///
    /// - Parameter distinct: The number of models at the beginning that are known to be different.
    init(_ models: [any PersistentModel] = [], isLinked: Bool, distinct: Int = 0) {
        self.isLinked = isLinked
        switch models.count - distinct {
        case ...0: self.models = models
        case 1:
            Self.visit(distinct)
            let isRepeated = models.dropLast().contains { $0 === models[distinct] }
            self.models = isRepeated ? Array(models.dropLast()) : models
        default:
            Self.visit(models.count)
            var identities: Set<ObjectIdentifier> = []
            self.models = models.filter { identities.insert(ObjectIdentifier($0)).inserted }
        }
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

    /// Returns the members that an array lacks, those of the array that have to be linked, and the
    /// number of members with which it begins: all or none.
    func difference(
        to new: [any PersistentModel]
    ) -> (removed: [any PersistentModel], added: ArraySlice<any PersistentModel>, same: Int) {
        Self.visit(models.count)
        if new.count >= models.count, zip(models, new).allSatisfy({ $0 === $1 }) {
            return ([], isLinked ? new[models.count...] : new[...], models.count)
        }
        let kept = Set(new.lazy.map { ObjectIdentifier($0) })
        let removed = models.filter { !kept.contains(ObjectIdentifier($0)) }
        guard isLinked else { return (removed, new[...], 0) }
        let known = Set(models.lazy.map { ObjectIdentifier($0) })
        return (removed, new.filter { !known.contains(ObjectIdentifier($0)) }[...], 0)
    }
}
