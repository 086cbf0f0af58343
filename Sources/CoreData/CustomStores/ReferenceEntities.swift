internal import Synchronization

/// The entities of the objects of a store that names them by reference objects.
///
/// An ID may be made for a superentity, as the destination of a relationship. The entity that was
/// seen furthest down the hierarchy is the object's own.
final class ReferenceEntities: Sendable {
    private let layouts = Mutex<[RowID: EntityLayout]>([:])

    /// Records an entity of an object. Returns the object's own, as far as it is known.
    ///
    /// Keys are unique in a store, so that a row ID occurs in one hierarchy only.
    @discardableResult
    func record(_ layout: EntityLayout, of rowID: RowID) -> EntityLayout {
        layouts.withLock { layouts in
            if let known = layouts[rowID], known.isKind(of: layout) { return known }
            layouts[rowID] = layout
            return layout
        }
    }

    /// Forgets a missing object.
    func forget(_ rowID: RowID) { layouts.withLock { $0[rowID] = nil } }

    /// The number of objects.
    var count: Int { layouts.withLock { $0.count } }

    /// Returns the entity of an object, which is the given one or one below it.
    func layout(_ layout: EntityLayout, of rowID: RowID) -> EntityLayout {
        layouts.withLock { layouts in
            if let known = layouts[rowID], known.isKind(of: layout) { known } else { layout }
        }
    }
}
