public import Foundation

/// Sections and the items in them, as a controller's delegate is given them: section names and object identifiers.
///
/// UIKit's, as far as one reads it; there is no UIKit here to give it to. Items are made when asked for: what does not touch the whole
/// list costs nothing for the rest.
public final class NSDiffableDataSourceSnapshotReference: NSObject {
    private let arrangement: LiveResults.Arrangement
    private let name: (Int) -> String
    private let objectIDs: ([Int64]) -> [NSManagedObjectID]
    private let changed: [Int64]

    init(
        _ arrangement: LiveResults.Arrangement, name: @escaping (Int) -> String,
        objectIDs: @escaping ([Int64]) -> [NSManagedObjectID], changed: [Int64]
    ) {
        self.arrangement = arrangement
        self.name = name
        self.objectIDs = objectIDs
        self.changed = changed
    }

    public var numberOfItems: Int { arrangement.numbers.count }
    public var numberOfSections: Int { arrangement.sectionCount }
    /// The sections' names.
    public var sectionIdentifiers: [Any] { (0..<numberOfSections).map(name) }
    /// The identifiers of all objects in order.
    public var itemIdentifiers: [Any] { objectIDs(Array(arrangement.numbers)) }
    /// The identifiers of objects that were there before and have new values.
    public var reloadedItemIdentifiers: [Any] { objectIDs(changed) }

    public func numberOfItems(inSection sectionIdentifier: Any) -> Int { positions(sectionIdentifier).count }

    public func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] {
        objectIDs(Array(arrangement.numbers[positions(sectionIdentifier)]))
    }

    /// The number of a section; NSNotFound where there is none of that name.
    public func index(ofSectionIdentifier sectionIdentifier: Any) -> Int { section(sectionIdentifier) ?? NSNotFound }

    /// The position of an object among all; NSNotFound where it is not in the results. O(count).
    public func index(ofItemIdentifier itemIdentifier: Any) -> Int {
        (itemIdentifier as? NSManagedObjectID).flatMap { arrangement.numbers.positions(of: [$0.number]).first } ?? NSNotFound
    }

    public func sectionIdentifier(forSectionContainingItemIdentifier itemIdentifier: Any) -> Any? {
        let position = index(ofItemIdentifier: itemIdentifier)
        return position == NSNotFound ? nil : name(arrangement.place(position).section)
    }

    private func section(_ identifier: Any) -> Int? {
        guard let identifier = identifier as? String else { return nil }
        return (0..<numberOfSections).first { name($0) == identifier }
    }

    private func positions(_ identifier: Any) -> Range<Int> {
        section(identifier).flatMap(arrangement.range) ?? 0..<0
    }
}
