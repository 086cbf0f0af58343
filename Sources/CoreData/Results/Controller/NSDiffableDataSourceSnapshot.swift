public import Foundation

/// The sections and items of a controller's results, as section names and object IDs, which a
/// delegate receives after a change.
///
/// Has only those members of UIKit's class that read a snapshot; there is no UIKit here to apply
/// one to. Object IDs are created when they are accessed, so that a snapshot of a long list is
/// cheap.
public final class NSDiffableDataSourceSnapshotReference: NSObject {
    private let arrangement: LiveResults.Arrangement
    private let name: (Int) -> String
    private let objectIDs: ([RowID]) -> [NSManagedObjectID]
    /// The layout of the request's entity.
    private let layout: EntityLayout
    private let changed: [RowID]
    /// The names of the sections, in order.
    private lazy var names = (0..<numberOfSections).map(name)
    /// The index of the first section with a name.
    private lazy var sectionsByName = Dictionary(zip(names, names.indices)) { first, _ in first }

    init(
        _ arrangement: LiveResults.Arrangement, name: @escaping (Int) -> String,
        objectIDs: @escaping ([RowID]) -> [NSManagedObjectID], layout: EntityLayout, changed: [RowID]
    ) {
        self.arrangement = arrangement
        self.name = name
        self.objectIDs = objectIDs
        self.layout = layout
        self.changed = changed
    }

    /// The number of items in all sections.
    public var numberOfItems: Int { arrangement.rowIDs.count }
    /// The number of sections; 1 if the controller has no section key path.
    public var numberOfSections: Int { arrangement.sectionCount }
    /// The names of the sections, as strings, in order.
    public var sectionIdentifiers: [Any] { names }
    /// The object IDs of all items in order. O(n).
    public var itemIdentifiers: [Any] { objectIDs(Array(arrangement.rowIDs)) }
    /// The object IDs of the items that were in the results before and have new values.
    public var reloadedItemIdentifiers: [Any] { objectIDs(changed) }

    /// Returns the number of items in the section with a name; 0 if there is none.
    public func numberOfItems(inSection sectionIdentifier: Any) -> Int { positions(sectionIdentifier).count }

    /// Returns the object IDs in the section with a name, in order; none if there is no such
    /// section.
    public func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] {
        objectIDs(Array(arrangement.rowIDs[positions(sectionIdentifier)]))
    }

    /// Returns the index of the section with a name; `NSNotFound` if there is none.
    public func index(ofSectionIdentifier sectionIdentifier: Any) -> Int { section(sectionIdentifier) ?? NSNotFound }

    /// Returns the position of an object ID among all items; `NSNotFound` if it is not one of them.
    /// O(n).
    public func index(ofItemIdentifier itemIdentifier: Any) -> Int {
        // Row IDs repeat in other hierarchies of entities.
        guard let item = itemIdentifier as? NSManagedObjectID, item.key.hierarchy == layout.hierarchy else {
            return NSNotFound
        }
        return arrangement.rowIDs.positions(of: [item.rowID]).first ?? NSNotFound
    }

    /// Returns the name of the section that contains an object ID; nil if it is not one of the
    /// items. O(n).
    public func sectionIdentifier(forSectionContainingItemIdentifier itemIdentifier: Any) -> Any? {
        let position = index(ofItemIdentifier: itemIdentifier)
        return position == NSNotFound ? nil : name(arrangement.place(position).section)
    }

    private func section(_ identifier: Any) -> Int? {
        (identifier as? String).flatMap { sectionsByName[$0] }
    }

    private func positions(_ identifier: Any) -> Range<Int> {
        section(identifier).flatMap(arrangement.range) ?? 0..<0
    }
}
